package shop.auth;

/** Who is calling. */
public final class TokenCheck {
  public void check(Request request) {
    String token = request.header("Authorization").orElseThrow(Unauthorized::new);
    request.put("client", clients.byToken(token));
  }
}
