package dev.conclave.workflows.secret;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.text.ControlCharacters;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Takes secrets out of prompts, logs, history and artifacts, puts {@code [redacted: kind]} in their
 * place, and drops what nobody sees. Immutable. It is a net, not a wall: a password that reads like
 * a word passes.
 */
public final class SecretFilter {
  /** A regular expression of what stands in the place of a secret. */
  public static final String MARK = "\\[redacted: [a-z ]{1,20}]";

  private static final String KNOWN = "known secret";

  /** Templates are made to be read: {@code .env.example} and its like. */
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
   * A filter that also takes out these values, in every encoding; those under 8 characters are
   * ignored.
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
   * The text without its secrets and without {@link ControlCharacters} characters, which may hide
   * one.
   */
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
   * Whether a file is never sent to anybody: {@code .env} files, keys, credentials, names with
   * secrets.
   *
   * @param path with {@code /} or {@code \}, relative or absolute
   */
  public boolean neverSend(String path) {
    return holdsSecrets(path) || !redact(path).equals(path);
  }

  /** Whether a file is a secret by its path, with {@code /} or {@code \}. */
  public static boolean holdsSecrets(String path) {
    String lower = path.toLowerCase(Locale.ROOT).replace('\\', '/');
    String name = lower.substring(lower.lastIndexOf('/') + 1);
    if (ENVIRONMENT.matcher(name).matches()) {
      return !TEMPLATE.matcher(name).find();
    }
    return !name.endsWith(".pub")
        && (KEY.matcher(name).matches() || PLACE.matcher(lower).matches());
  }

  /** Filters each text of a document in place. */
  public static JsonNode inTexts(JsonNode document, UnaryOperator<String> filter) {
    if (document instanceof ObjectNode object) {
      object.properties().forEach(field -> field.setValue(inTexts(field.getValue(), filter)));
    } else if (document instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, inTexts(array.path(i), filter));
      }
    }
    return document.isTextual() ? TextNode.valueOf(filter.apply(document.asText())) : document;
  }

  static String redacted(String kind) {
    return "[redacted: " + kind + "]";
  }
}
