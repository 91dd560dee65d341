package dev.conclave.workflows.secret;

import java.util.Locale;
import java.util.regex.Pattern;

/** Files that are secrets by trade. */
public final class SecretPaths {
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

  private SecretPaths() {}

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
}
