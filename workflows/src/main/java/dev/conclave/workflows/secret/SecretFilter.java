package dev.conclave.workflows.secret;

import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.temporal.Invisible;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Takes secrets out of whatever enters a prompt, a log, history or an artifact: private keys, known
 * token shapes, values with high entropy that are assigned to a secret's name. What it takes out is
 * replaced by {@code [redacted: kind]}; filtering twice changes nothing more. Immutable.
 *
 * <p>It is a net, not a wall: a password that reads like a word passes. Files that are secrets by
 * trade are kept back whole, see {@link #neverSend}.
 */
public final class SecretFilter {
  /** A regular expression of what stands in the place of a secret. */
  public static final String MARK = "\\[redacted: [a-z ]{1,20}]";

  private static final String KNOWN = "known secret";

  /** Templates are made to be read: {@code .env.example} and its like. */
  private static final Pattern TEMPLATE =
      Pattern.compile(".*\\b(example|sample|template|tmpl|dist|defaults?|schema)\\b.*");

  private static final Pattern ENVIRONMENT = Pattern.compile("\\.env(\\..*|-.*|rc)?|.*\\.env");

  private static final Pattern KEY =
      Pattern.compile(
          "id_(rsa|dsa|ecdsa|ed25519)(_sk)?"
              + "|.*\\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc\\.key|tfstate|tfstate\\.backup)");

  private static final Pattern CREDENTIALS =
      Pattern.compile(
          "[._]netrc|\\.pgpass|\\.my\\.cnf|\\.htpasswd|\\.git-credentials|\\.pypirc|\\.vault-token"
              + "|\\.boto|\\.s3cfg|application_default_credentials\\.json|service[-_]account.*\\.json");

  private static final Pattern PLACE =
      Pattern.compile(
          "(.*/)?(\\.aws/(credentials|config)|\\.docker/config\\.json|\\.kube/config"
              + "|\\.ssh/[^/]*|\\.gnupg/.*|\\.config/gh/hosts\\.yml)");

  private final List<String> known;

  /** A filter that knows secrets by their looks alone. */
  public SecretFilter() {
    this(List.of());
  }

  /**
   * A filter that also takes out these very values, as they are and as JSON, URLs and Base64 hold
   * them. Values under 8 characters are ignored.
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

  /** A filter that also takes out what the configuration and the environment hold as secret. */
  public static SecretFilter of(Configuration configuration, Map<String, String> environment) {
    return new SecretFilter(KnownSecrets.of(configuration, environment));
  }

  /**
   * The text without its secrets; line breaks outside of keys stay where they were. Removing {@link
   * Invisible} characters from the result does not bring a secret to light.
   */
  public String redact(String text) {
    String clean = filtered(text);
    String visible = Invisible.removed(clean);
    String again = visible.equals(clean) ? clean : filtered(visible);
    return again.equals(visible) ? clean : again;
  }

  private String filtered(String text) {
    String clean = text;
    for (String value : known) {
      clean = clean.replace(value, redacted(KNOWN));
    }
    return AssignedSecrets.redact(SecretShapes.redact(clean));
  }

  /**
   * Whether a file is never sent to anybody, whatever it holds: {@code .env} files, key stores,
   * credential files of well-known programs, and files with a secret in their name.
   *
   * @param path with {@code /} or {@code \}, relative or absolute
   */
  public boolean neverSend(String path) {
    return holdsSecrets(path) || !redact(path).equals(path);
  }

  /**
   * Whether a file is a secret by trade; the path with {@code /} or {@code \}, relative or
   * absolute.
   */
  public static boolean holdsSecrets(String path) {
    String lower = path.toLowerCase(Locale.ROOT).replace('\\', '/');
    String name = lower.substring(lower.lastIndexOf('/') + 1);
    if (ENVIRONMENT.matcher(name).matches()) {
      return !TEMPLATE.matcher(name).matches();
    }
    return !name.endsWith(".pub")
        && (KEY.matcher(name).matches()
            || CREDENTIALS.matcher(name).matches()
            || PLACE.matcher(lower).matches());
  }

  static String redacted(String kind) {
    return "[redacted: " + kind + "]";
  }
}
