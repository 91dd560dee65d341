package dev.conclave.workflows.secret;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.text.ControlCharacters;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tokens have the shape of real ones and were made up for the test. */
class SecretFilterTest {
  private final SecretFilter filter = new SecretFilter();

  /** {@code before|secret|after}: joined for the filter, which must remove only the middle. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "backup_|npm_|Ht5Kp8Wq2Zx7Cv4Bn9Mj3Lf6Rd1Sg0Ty2Ua8|.sql",
        "git clone with |ghp_|Zx9aQ2bW7eRt5yU1iO3pA6sD8fG0hJ4kL2zX| please",
        "|github_pat_|11ABCDEFG0aBcDeFgHiJkL_mNoPqRsTuVwXyZ0123456789abcdefghijklmnopqrstu| end",
        "key: |AKIA|Q3EGWXUVBB7QKCZ2|.",
        "OPENAI |sk-proj-|aZ3x_Q9bW7eRt5yU1iO3pA6sD8fG0hJ4kL2zX9cV|\n",
        "(|sk-ant-api03-|QmFzZTY0U2VjcmV0VmFsdWVGb3JUZXN0aW5nMDEyMw-AA|)",
        "'|AIza|SyD3m0Keyf0rTests0nlyX7Y8Z9aBcDeFgH|'",
        "slack |xoxb-|123456789012-abcdefGHIJKL| bot",
        "|glpat-|x7Ke9Qz2mB4nV6cX8sA1| on gitlab",
        "jwt=|eyJ|hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P| ok",
        "|sk_live_|4eC39HqLyjWDarjtT1zdp7dc|;",
        "|hf_|abcdefghijklmnopqrstuvwxyzABCDEFGH|",
        "|SG.|ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc-1s5cr| mail",
        "postgres://app:|s3cr3tPass|word9|@db.internal:5432/x",
        "curl -H 'Authorization: Bearer |abcDEF123456|789ghiJKL'| -v",
        "https://hooks.slack.com/services/|T00000000/B00000000/|XXXXXXXXXXXXXXXXXXXXXXXX|",
      })
  void a_token_of_a_known_shape_is_removed(String line) {
    String[] parts = line.split("\\|", -1);
    String secret = parts[1] + (parts.length > 2 ? parts[2] : "");
    String clean = filter.redact(line.replace("|", ""));
    assertThat(clean).contains("[redacted: ").doesNotContain(secret).startsWith(parts[0]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DB_PASSWORD=q7R!x2Lm9Zt4",
        "  \"clientSecret\": \"Zk3vP8qXw1Lr7Ty5Nb2M\",",
        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEq0Lp8sVd",
        "export API_KEY='9f86d081884c7d659a2feaa0c55ad015'",
        "client.secret=3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        "config[\"api-key\"] => 'b7Kq92LmX0pZr4Tw8Yc1'",
        "{\\\"token\\\": \\\"Xk29fLq81MzP0vRt7Yw3\\\"}",
        "const password: string = \"hunter2hunter2\";",
        "AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;",
        "数据库密码: \"Tq7xK29mLp0Zr4Ws\"",
        "  password: q7R9x2Lm9Zt4 # production",
      })
  void a_random_value_assigned_to_a_secret_name_is_removed(String line) {
    assertThat(filter.redact(line)).contains("[redacted: secret]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "uses: actions/checkout@b4ffde65f46336ab88eb53be808477a3936bae11",
        "id: 3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        "\"integrity\": \"sha512-z9cLbYhg3oZ8zFq8kqCqDqkRgB1yP6w0kB7v3rYxJ8m2nN5pT4aXcVbQwErTyUiOpAsDfGhJkLzXcVbNmQwEr==\",",
        "github.com/google/uuid v1.6.0 h1:NIvaJDMOsjHA8n1jAhLSgzrzy1Hgr+hNrVuNKx5OMzs=",
        "checksum = \"1e05a7f4d3b0b2f6e8c1a9d7c5e3f1b0a2c4e6d8f0a1b3c5d7e9f1a3b5c7d9e1\"",
        "String token = request.getHeader(\"X-Auth-Token\");",
        "token = tokenizer.nextToken();",
        "private static final String TOKEN_TYPE = \"urn:ietf:params:oauth:token-type:jwt\";",
        "password = System.getenv(\"DB_PASSWORD\")",
        "password: ${DB_PASSWORD}",
        "secretName: my-app-secrets-v2",
        "TOKEN_URL=https://auth.example.com/oauth2/v1/token",
        "passwordEncoder: BCryptPasswordEncoder2",
        "api_key: <your-api-key-123>",
        "api_key = \"your_api_key_here_1\"",
        "maxTokens: 128000",
        "token_endpoint_auth_method=client_secret_post1",
        "risk-based and task-abcdefghijklmnopqrstuvwxyz0123456789 and disk-0123456789abcdef0123456789abcdef",
        "if (pem.startsWith(\"-----BEGIN PRIVATE KEY-----\")) { strip(\"-----END PRIVATE KEY-----\"); }",
        "git@github.com:owner/repository.git https://host:8080/path@v1.2.3",
        "postgres://app:${DB_PASS}@db:5432/x",
        "the mask in https://u:****@example.com/p",
        "Authorization: Bearer ${token}",
        "assertThat(secret).isEqualTo(other)",
        "import { createTokenProvider } from './tokenProvider2'",
        "docs: the token is a JSON web token (RFC 7519)",
        "<input type=\"password\" id=\"password1\" name=\"password1\">",
        "csrfToken: csrf_token_cookie_name_1",
        "关键字 token 限流 2024年11月",
      })
  void ordinary_text_is_unchanged(String line) {
    assertThat(filter.redact(line)).isEqualTo(line);
  }

  @Test
  void a_private_key_is_removed_whole_even_if_truncated_or_escaped() {
    String body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
    String key =
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n"
            + (body + "\n").repeat(20)
            + "-----END RSA PRIVATE KEY-----";
    assertThat(filter.redact("a\n" + key + "\nb"))
        .isEqualTo("a\n[redacted: private key]" + "\n".repeat(23) + "\nb");
    String escaped =
        "{\"private_key\": \"-----BEGIN PRIVATE KEY-----\\n"
            + body
            + "\\n-----END PRIVATE KEY-----\\n\", \"x\": 1}";
    assertThat(filter.redact(escaped))
        .isEqualTo("{\"private_key\": \"[redacted: private key]\\n\", \"x\": 1}");
    String cut = "-----BEGIN OPENSSH PRIVATE KEY-----\n" + body + "\n" + body + "\n\nThe end.";
    assertThat(filter.redact(cut)).doesNotContain("MIIE").contains("The end.");
  }

  @Test
  void known_secret_values_are_removed_whatever_they_look_like() {
    SecretFilter knowing =
        new SecretFilter(List.of("plain old words", "8letters", "7letter", "tiny"));
    assertThat(knowing.redact("say plain old words, 8letters, 7letter, tiny"))
        .isEqualTo("say [redacted: known secret], [redacted: known secret], 7letter, tiny");
  }

  @Test
  void a_known_value_is_also_removed_in_json_url_and_base64_encoding() {
    String value = "q\"R\\7+x/2 Lm9%Zt4";
    SecretFilter knowing = new SecretFilter(List.of(value));
    for (int before = 0; before < 6; before++) {
      String base64 =
          Base64.getEncoder().encodeToString(("u".repeat(before) + value + ":end").getBytes(UTF_8));
      assertThat(knowing.redact("basic " + base64)).contains("[redacted: known secret]");
    }
    assertThat(knowing.redact("{\"a\": \"q\\\"R\\\\7+x/2 Lm9%Zt4\"}"))
        .isEqualTo("{\"a\": \"[redacted: known secret]\"}");
    assertThat(knowing.redact("{\"a\": \"q\\\"R\\\\7+x\\/2 Lm9%Zt4\"}"))
        .isEqualTo("{\"a\": \"[redacted: known secret]\"}");
    assertThat(knowing.redact("?a=" + URLEncoder.encode(value, UTF_8) + "&b"))
        .isEqualTo("?a=[redacted: known secret]&b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GEMINI_API_KEY | word-like | true",
        "DB_PASSWORD | 12345678 | true",
        "APP_LOGIN | correct horse battery | true",
        "APP_ID | x9Kq2-Lm7Z | true",
        "GOOGLE_APPLICATION_TOKEN | /wJalrXUtnFEMIK7MDENGbPxRfiCYzEq0Lp8sVd | true",
        "PROXY | http://user:hunter22@proxy:8080 | true",
        "DB_PASSWORD | SUPERSECRET | true",
        "DB_PASSWORD | postgres | true",
        "APP_STAGE | production | false",
        "FEATURE_TOKENS | true | false",
        "SSH_AUTH_SOCK | /tmp/ssh-1/agent.1234 | false",
        "GOOGLE_APPLICATION_CREDENTIALS | ~/.config/gcloud/key.json | false",
        "OPENAI_BASE_URL | http://127.0.0.1:8080/v1 | false",
        "LC_ALL | en_US.UTF-8 | false",
        "NODE_OPTIONS | --max-old-space-size=4096 | false",
        "API_TIMEOUT_MS | 1000000000 | false",
        "OPENAI_MODEL | gpt-5.1-codex-2026 | false",
      })
  void settings_and_ordinary_words_among_agent_values_are_not_secrets(
      String name, String value, boolean secret) {
    AgentConfiguration agent =
        WireMapper.get()
            .convertValue(Map.of("extra_env", Map.of(name, value)), AgentConfiguration.class);
    Configuration configuration =
        WireMapper.get().convertValue(Map.of("agents", Map.of("mine", agent)), Configuration.class);
    String clean = SecretFilter.of(configuration, Map.of()).redact("it says " + value + ".");
    assertThat(clean.contains("known secret")).as(clean).isEqualTo(secret);
  }

  @Test
  void secret_names_and_long_forwarded_values_of_the_environment_are_known() {
    Configuration configuration =
        WireMapper.get()
            .convertValue(
                Map.of("agents", Map.of("mine", Map.of("env_allow", List.of("SHORT", "NOTE")))),
                Configuration.class);
    Map<String, String> environment =
        Map.of(
            "SHORT",
            "four words",
            "NOTE",
            "more than four words",
            "MY_TOKEN",
            "winter-harbor",
            "OTHER",
            "that nobody lets through");
    assertThat(
            SecretFilter.of(configuration, environment)
                .redact("four words/more than four words/winter-harbor/that nobody lets through"))
        .isEqualTo(
            "four words/[redacted: known secret]/[redacted: known secret]/that nobody lets through");
  }

  @Test
  void folders_and_words_of_the_hosts_own_environment_are_not_secrets(@TempDir Path temp)
      throws IOException {
    Path folder = Files.createDirectory(temp.resolve("my project #1"));
    Map<String, String> environment =
        Map.of(
            "PWD", "/home/me/that was moved",
            "OLDPWD", "/home/me/elsewhere & gone",
            "KEYS", folder.toString(),
            "GCM_CREDENTIAL_STORE", "secretservice",
            "DB_PWD", "/home/me/passes?no");
    Configuration configuration =
        WireMapper.get().convertValue(Map.of("agents", Map.of()), Configuration.class);
    String others =
        "/home/me/that was moved, /home/me/elsewhere & gone, %s, secretservice, ".formatted(folder);
    assertThat(SecretFilter.of(configuration, environment).redact(others + "/home/me/passes?no"))
        .isEqualTo(others + "[redacted: known secret]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ghp_Zx9aQ2bW7\u200eeRt5yU1iO3pA6sD8fG0hJ4kL2zX",
        "\u001b[32mghp_Zx9aQ2bW7eRt5yU1iO3pA6sD8fG0hJ4kL2zX\u001b[0m",
        "\u202eghp_Zx9aQ2bW7eRt5yU1iO3pA6sD8fG0hJ4kL2zX\u0007",
        "bell\u0007ghp_Zx9aQ2bW7eRt5yU1iO3pA6sD8fG0hJ4kL2zX",
        "win\ufeffter-harbor",
      })
  void removing_invisible_characters_reveals_no_secret(String text) {
    String clean = new SecretFilter(List.of("winter-harbor")).redact(text);
    assertThat(clean).contains("[redacted: ");
    assertThat(ControlCharacters.removed(clean))
        .doesNotContain("ghp_Zx9aQ2bW7eRt5yU1iO3pA6sD8fG0hJ4kL2zX", "winter-harbor");
  }

  @Test
  void invisible_characters_are_always_removed_and_line_endings_stay() {
    String text = "one\r\ntwo \u200ethree\u001b[0m\r\n";
    assertThat(filter.redact(text)).isEqualTo("one\r\ntwo three\r\n");
  }

  @Test
  void filtering_is_idempotent() {
    String text =
        "api_key='9f86d081884c7d659a2feaa0c55ad015' ghp_" + "a1B2".repeat(9) + "\nx://u:pw12@h";
    String once = filter.redact(text);
    assertThat(filter.redact(once)).isEqualTo(once);
  }

  @Test
  void a_large_hostile_text_is_filtered_in_reasonable_time() {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder();
    while (text.length() < 1 << 19) {
      text.append("token".repeat(random.nextInt(40)))
          .append("=".repeat(random.nextInt(9)))
          .append("-----BEGIN PRIVATE KEY-----".repeat(random.nextInt(2)))
          .append("a.".repeat(random.nextInt(400)))
          .append("-----BEGIN A ".repeat(random.nextInt(9)))
          .append("https://".repeat(1 + random.nextInt(30)))
          .append('\n');
    }
    long start = System.nanoTime();
    assertThat(filter.redact(text.toString())).contains("https://").endsWith("\n");
    assertThat(System.nanoTime() - start).isLessThan(30_000_000_000L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".env",
        "a/b/.env.production",
        ".envrc",
        "deploy\\PROD.ENV",
        "home/.ssh/config",
        "id_ed25519",
        "certs/server.key",
        "x/.aws/credentials",
        ".netrc",
        "infra/terraform.tfstate",
        "service-account-prod.json",
        "src/rate_limit_npm_Ht5Kp8Wq2Zx7Cv4Bn9Mj3Lf6Rd1Sg0Ty2Ua8.py",
      })
  void well_known_secret_files_are_never_sent(String path) {
    assertThat(filter.neverSend(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".env.example",
        "example.env",
        "src/env.ts",
        "id_rsa.pub",
        "src/environment.prod.ts",
        "keyboard.kt",
        "docs/key.md",
        "credentials.go",
        "src/main/java/TokenStore.java",
        "",
      })
  void ordinary_files_are_sent(String path) {
    assertThat(filter.neverSend(path)).isFalse();
  }
}
