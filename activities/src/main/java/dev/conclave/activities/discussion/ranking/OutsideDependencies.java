package dev.conclave.activities.discussion.ranking;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Libraries and services that an approach's words bring in; docs/discussion.md, section 5. */
final class OutsideDependencies {
  private static final Pattern NAMED =
      Pattern.compile(
          "(?i)(?:npm install|pip install|cargo add|go get|add(?:s|ing)? (?:the )?dependency(?: on)?|"
              + "depends? on the|library|package|依赖|引入)\\s+[`'\"]?([A-Za-z@][\\w@./-]{1,60})[`'\"]?");
  private static final Pattern CALLED =
      Pattern.compile("[`'\"]?([A-Za-z@][\\w@./-]{1,60})[`'\"]?\\s+(?:library|package|SDK|客户端库)");
  private static final Pattern SERVICE =
      Pattern.compile(
          "\\b(Redis|Memcached|Kafka|RabbitMQ|PostgreSQL|Postgres|MySQL|MongoDB|SQLite|Elasticsearch|"
              + "OpenSearch|S3|DynamoDB|Nginx|Envoy|Kubernetes|Prometheus|OpenTelemetry|Sentry)\\b",
          Pattern.CASE_INSENSITIVE);
  private static final Set<String> NO_NAMES =
      Set.of(
          "new",
          "the",
          "a",
          "an",
          "no",
          "any",
          "external",
          "third-party",
          "extra",
          "additional",
          "another",
          "standard",
          "existing",
          "this",
          "that",
          "is",
          "and",
          "or",
          "for",
          "to",
          "manager");

  private OutsideDependencies() {}

  static List<String> in(Collection<String> sentences) {
    Set<String> found = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String sentence : sentences) {
      collect(NAMED.matcher(sentence), found);
      collect(CALLED.matcher(sentence), found);
      collect(SERVICE.matcher(sentence), found);
    }
    return List.copyOf(found);
  }

  private static void collect(Matcher matcher, Set<String> found) {
    while (matcher.find()) {
      String name = matcher.group(1).replaceAll("[.,/-]+$", "");
      if (!NO_NAMES.contains(name.toLowerCase(Locale.ROOT))) {
        found.add(name);
      }
    }
  }
}
