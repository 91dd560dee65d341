package dev.conclave.workflows.secret;

import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.text.ControlCharacters;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Redacts secrets in prompts, logs, history and artifacts as {@code [redacted: kind]}, and drops
 * invisible characters. Immutable. Best effort: a password that looks like a word is not detected.
 */
public final class SecretFilter {
  /** Regular expression for a redacted secret. */
  public static final String MARK = "\\[redacted: [a-z ]{1,20}]";

  private static final String KNOWN = "known secret";

  /** Templates such as {@code .env.example} are meant to be read. */
  private static final Pattern TEMPLATE =
      Pattern.compile("(?<!\\w)(example|sample|template|tmpl|dist|defaults?|schema)(?!\\w)");

  private static final Pattern ENVIRONMENT = Pattern.compile("\\.env(\\..*|-.*|rc)?|.*\\.env");
  private static final Pattern KEY =
      Pattern.compile(
          "id_(rsa|dsa|ecdsa|ed25519)(_sk)?"
              + "|.*\\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc\\.key|tfstate|tfstate\\.backup)"
              + "|[._]netrc|\\.pgpass|\\.my\\.cnf|\\.htpasswd|\\.git-credentials|\\.pypirc|\\.vault-token"
              + "|\\.boto|\\.s3cfg|application_default_credentials\\.json|service[-_]account.*\\.json");

  private static final Pattern PLACE =
      Pattern.compile(
          "(.*/)?(\\.aws/(credentials|config)|\\.docker/config\\.json|\\.kube/config"
              + "|\\.ssh/[^/]*|\\.gnupg/.*|\\.config/gh/hosts\\.yml)");

  private final List<String> known;

  public SecretFilter() {
    this(List.of());
  }

  /**
   * Creates a filter that also redacts these values, in every encoding; values under 8 characters
   * are ignored.
   */
  public SecretFilter(Collection<String> known) {
    this.known =
        known.stream()
            .flatMap(value -> KnownSecrets.forms(value).stream())
            .distinct()
            .filter(form -> !redacted(KNOWN).contains(form))
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  /** Creates a filter that also redacts the secrets of the configuration and the environment. */
  public static SecretFilter of(Configuration configuration, Map<String, String> environment) {
    return new SecretFilter(KnownSecrets.of(configuration, environment));
  }

  /** Returns the text without secrets and {@link ControlCharacters}, which may hide a secret. */
  public String redact(String text) {
    String clean = filtered(text);
    String visible = ControlCharacters.removed(clean);
    return visible.equals(clean) ? clean : filtered(visible);
  }

  private String filtered(String text) {
    String clean = text;
    for (String value : known) {
      clean = clean.replace(value, redacted(KNOWN));
    }
    return AssignedSecrets.redact(SecretShapes.redact(clean));
  }

  /**
   * Returns whether a file must never be sent: {@code .env} files, keys, credentials, names with
   * secrets.
   *
   * @param path with {@code /} or {@code \}, relative or absolute
   */
  public boolean neverSend(String path) {
    return holdsSecrets(path) || !redact(path).equals(path);
  }

  /** Returns whether a path, with {@code /} or {@code \}, names a secret file. */
  public static boolean holdsSecrets(String path) {
    String lower = path.toLowerCase(Locale.ROOT).replace('\\', '/');
    String name = lower.substring(lower.lastIndexOf('/') + 1);
    if (ENVIRONMENT.matcher(name).matches()) {
      return !TEMPLATE.matcher(name).find();
    }
    return !name.endsWith(".pub")
        && (KEY.matcher(name).matches() || PLACE.matcher(lower).matches());
  }

  static String redacted(String kind) {
    return "[redacted: " + kind + "]";
  }
}
