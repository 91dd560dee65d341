package dev.conclave.worker.codec;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The pages whose scripts a browser lets read answers: cross-origin resource sharing.
 *
 * @param origins {@code http://127.0.0.1:8233}, asked for each request
 */
record AllowedPages(Supplier<Set<String>> origins) {

  /** Writes into the answer what the browser wants to know of its page. */
  void tell(HttpExchange exchange) {
    Headers told = exchange.getResponseHeaders();
    told.set("Vary", "Origin");
    String origin = exchange.getRequestHeaders().getFirst("Origin");
    if (origin != null && origins.get().contains(origin)) {
      told.set("Access-Control-Allow-Origin", origin);
      told.set("Access-Control-Allow-Credentials", "true");
      told.set("Access-Control-Allow-Methods", "POST");
      told.set("Access-Control-Allow-Headers", "Content-Type, X-Namespace, Authorization");
    }
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
