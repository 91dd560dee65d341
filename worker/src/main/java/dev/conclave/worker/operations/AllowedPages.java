package dev.conclave.worker.operations;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The pages that may call: their browser is told so, which is cross-origin resource sharing.
 *
 * @param origins {@code http://127.0.0.1:8233}, asked for each request
 */
record AllowedPages(Supplier<Set<String>> origins) {

  /**
   * Whether no page sends this, or one of those, into whose answer then goes what the browser wants
   * to know. A browser names the page's origin with whatever is not read by address alone.
   */
  boolean admit(HttpExchange exchange) {
    Headers told = exchange.getResponseHeaders();
    told.set("Vary", "Origin");
    String origin = exchange.getRequestHeaders().getFirst("Origin");
    if (origin == null) {
      return true;
    }
    if (!origins.get().contains(origin)) {
      return false;
    }
    told.set("Access-Control-Allow-Origin", origin);
    told.set("Access-Control-Allow-Credentials", "true");
    told.set("Access-Control-Allow-Methods", "POST");
    told.set("Access-Control-Allow-Headers", "Content-Type, X-Namespace, Authorization");
    return true;
  }

  /** The origin of an address, and the same by the other name of loopback: people type both. */
  static Set<String> originsOf(String address) {
    URI uri = URI.create(address);
    String origin = "%s://%s".formatted(uri.getScheme(), uri.getRawAuthority());
    Set<String> both = new TreeSet<>(List.of(origin));
    both.add(origin.replaceFirst("//localhost(?=:|$)", "//127.0.0.1"));
    both.add(origin.replaceFirst("//127\\.0\\.0\\.1(?=:|$)", "//localhost"));
    return both;
  }
}
