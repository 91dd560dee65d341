package dev.conclave.workflows.secret;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.SecretSource;
import java.io.File;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Values that a host knows to be secret, and the forms in which programs print them. */
final class KnownSecrets {
  /** Shorter values are too likely in ordinary text. */
  private static final int SHORTEST = 8;

  /** Values of {@code env_allow} at least this long are secret, whatever their name. */
  private static final int LONG = 16;

  private static final Pattern SECRET_NAME =
      Pattern.compile(
          "(?i)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PASS|(?<!^|^OLD)PWD|AUTH|CREDENTIAL|COOKIE"
              + "|(?<![A-Z])(?:PAT|JWT))S?(?![A-Z])");

  /** A single word or a locale: redacting these would garble texts. */
  private static final Pattern WORD =
      Pattern.compile("[A-Z]?[a-z]{1,14}|[A-Z]{1,15}|[a-z]{2,3}_[A-Z]{2}(?:\\.[\\w-]+)?");

  private static final Pattern PLACE =
      Pattern.compile("(?:(?:~|\\.{1,2})?/|[a-z][a-z0-9+.-]{0,15}://)[^\\s@?#&]*+");

  /** Numbers, versions, addresses and command-line options are settings. */
  private static final Pattern SETTING = Pattern.compile("[\\d.:,_-]++|--[a-z].*+");

  private KnownSecrets() {}

  /** Returns the values of {@code extra_env}, key files and secret environment variables. */
  static Set<String> of(Configuration configuration, Map<String, String> environment) {
    Set<String> values = new HashSet<>();
    Set<String> allowed = new HashSet<>();
    for (AgentConfiguration agent : configuration.agents().values()) {
      agent.extraEnv().forEach((name, value) -> add(values, name, value));
      allowed.addAll(agent.envAllow());
    }
    configuration.search().ace().ifPresent(ace -> ace.env().forEach((n, v) -> add(values, n, v)));
    environment.forEach(
        (name, value) -> {
          boolean secret = SECRET_NAME.matcher(name).find();
          if (allowed.contains(name)
              ? secret || value.length() >= LONG
              : secret && !WORD.matcher(value.strip()).matches()) {
            add(values, name, value);
          }
        });
    Stream.concat(
            configuration.encryption().stream().flatMap(keys -> keys.keys().values().stream()),
            configuration.notifications().webhooks().stream()
                .flatMap(hook -> Stream.concat(Stream.of(hook.url()), hook.key().stream())))
        .filter(SecretSource::isReference)
        .forEach(
            source -> {
              try {
                values.add(SecretSource.read(source, environment));
              } catch (IllegalArgumentException e) {
                // Nothing to redact; code that needs the secret reports it missing.
              }
            });
    return values;
  }

  /** Returns the value verbatim, as JSON, URL-encoded and in Base64, also within a longer text. */
  static Set<String> forms(String value) {
    Set<String> forms = new LinkedHashSet<>();
    // Quoting or indenting a multi-line key separates its lines, so each is redacted.
    Stream.concat(Stream.of(value), value.lines().filter(line -> !line.startsWith("-----")))
        .map(String::strip)
        .filter(text -> text.length() >= SHORTEST)
        .forEach(
            text -> {
              String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8);
              String json = new String(JsonStringEncoder.getInstance().quoteAsString(text));
              forms.add(text);
              forms.add(json);
              forms.add(json.replace("/", "\\/"));
              forms.add(encoded);
              forms.add(encoded.replace("+", "%20"));
              for (int offset = 0; offset < 3; offset++) {
                String base64 = base64(text, offset);
                forms.add(base64);
                forms.add(base64.replace('+', '-').replace('/', '_'));
              }
            });
    return forms;
  }

  /** Returns the Base64 characters that depend only on the text when it begins at this offset. */
  private static String base64(String text, int offset) {
    byte[] bytes = ("\0".repeat(offset) + text).getBytes(StandardCharsets.UTF_8);
    String encoded = Base64.getEncoder().encodeToString(bytes);
    return encoded.substring((offset * 8 + 5) / 6, bytes.length * 8 / 6);
  }

  private static void add(Set<String> values, String name, String value) {
    String text = value.strip();
    boolean ordinary =
        name.endsWith("MODEL") || WORD.matcher(text).matches() || SETTING.matcher(text).matches();
    if (!isPlace(text) && (SECRET_NAME.matcher(name).find() || !ordinary)) {
      values.add(text);
    }
  }

  /**
   * Returns whether this is an existing path, or a path or address without credentials or
   * random-looking parts.
   */
  private static boolean isPlace(String text) {
    File file = new File(text);
    return (file.isAbsolute() && file.exists())
        || PLACE.matcher(text).matches()
            && Stream.of(text.split("[/:]"))
                .noneMatch(part -> part.length() >= LONG && AssignedSecrets.looksRandom(part));
  }
}
