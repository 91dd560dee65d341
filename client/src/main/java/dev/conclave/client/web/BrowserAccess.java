package dev.conclave.client.web;

import dev.conclave.workflows.host.PageAddress;
import dev.conclave.workflows.host.SignedLink;
import dev.conclave.workflows.temporal.LoopbackPort;
import dev.conclave.workflows.text.Digests;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Authenticates this user's browsers: first by a single-use signed link, then by a cookie. Changes
 * also need a form token. Keys are generated at each start. Thread-safe.
 */
final class BrowserAccess {
  private static final int KEY_BYTES = 32;

  private final String url;
  private final String cookie;
  private final byte[] links = random();
  private final String session = Base64.getUrlEncoder().withoutPadding().encodeToString(random());
  private final String form = Digests.sha256("form " + session);
  private final Set<String> used = ConcurrentHashMap.newKeySet();

  BrowserAccess(int port) {
    url = "http://127.0.0.1:" + port;
    // Browsers share cookies between ports, so the name contains the port.
    cookie = "conclave-" + port;
  }

  private static byte[] random() {
    byte[] bytes = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }

  PageAddress address() {
    return new PageAddress(url, links);
  }

  /** Returns the token that every form contains, against cross-site request forgery. */
  String form() {
    return form;
  }

  boolean isForm(String given) {
    return same(form, given);
  }

  /** Whether the host name, origin or user is foreign; if so, replies with 403. */
  boolean isForeign(Request request) throws IOException {
    InetSocketAddress from = request.exchange().getRemoteAddress();
    InetSocketAddress to = request.exchange().getLocalAddress();
    String host = request.header("Host").orElse("");
    Optional<String> origin = request.header("Origin");
    boolean ours = origin.map(("http://" + host)::equals).orElse(!request.isPost());
    if (!LoopbackPort.isNamed(host, to.getAddress().getHostAddress(), Set.of()) || !ours) {
      request.text(403, "Open " + url + " in a browser on this machine.");
    } else if (LoopbackPort.isFromOtherUser(from.getPort(), to.getPort())) {
      request.text(403, "Only the user who started this page may open it.");
    } else {
      return false;
    }
    return true;
  }

  /** Whether the browser is authenticated; otherwise replies to it. */
  boolean admits(Request request) throws IOException {
    Optional<String> token = request.query("token");
    if (token.isPresent()) {
      enter(request, token.get());
    } else if (!isKnown(request)) {
      refuse(request);
    } else {
      return true;
    }
    return false;
  }

  private boolean isKnown(Request request) {
    return request.cookie(cookie).filter(given -> same(session, given)).isPresent();
  }

  private void enter(Request request, String token) throws IOException {
    if (SignedLink.isValid(token, links) && used.add(token)) {
      request.addCookie(cookie, session, "HttpOnly; SameSite=Strict");
      request.redirect(request.exchange().getRequestURI().getRawPath());
    } else if (isKnown(request)) {
      request.redirect(request.exchange().getRequestURI().getRawPath());
    } else {
      refuse(request);
    }
  }

  private static void refuse(Request request) throws IOException {
    request.text(
        401,
        "This browser is not authenticated. Open a link that `conclave ui` or `conclave status`"
            + " prints; each link works once.");
  }

  private static boolean same(String expected, String given) {
    return MessageDigest.isEqual(
        expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }
}
