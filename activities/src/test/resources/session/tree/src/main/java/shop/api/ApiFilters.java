package shop.api;

import java.util.List;
import shop.auth.TokenCheck;

/** The filters of the public API, in order. */
final class ApiFilters {
  private final TokenCheck tokens;

  ApiFilters(TokenCheck tokens) {
    this.tokens = tokens;
  }

  List<Filter> inOrder() {
    return List.of(new RequestLog(), tokens::check, new Json());
  }
}
