package dev.conclave.workflows.temporal;

import dev.conclave.workflows.text.ControlCharacters;
import dev.conclave.workflows.text.Cut;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Pages of the Temporal UI, and texts for them in which nothing foreign becomes markup. */
public record UiPages(String namespace) {
  /** Names the UI where it cannot be derived from the server's address. */
  public static final String VARIABLE = "CONCLAVE_UI_URL";

  /** The sessions that await a human, as a query of the workflow list. */
  public static final String AWAITING =
      "ConclaveAwaiting != \"none\" AND ExecutionStatus = \"Running\"";

  /** An invisible last paragraph: the UI cuts off what stands last. */
  public static final String END = "\u00A0\n";

  /** `temporal server start-dev` serves its UI so many ports above its own. */
  private static final int DEV_OFFSET = 1000;

  private static final Pattern PORT = Pattern.compile("(.*):(\\d{1,5})");

  /** Markdown, and what the UI turns into links or long dashes without any. */
  private static final Pattern MARKUP =
      Pattern.compile(
          "[\\\\`*_{}\\[\\]<>#|~&!$]|(?<=-)-|-(?=-)|:(?=//)|(?<=mailto):|^[-+=]|(?<=^\\d{1,9})[.)](?=\\s|$)");

  private static final Pattern LONG_WORD = Pattern.compile("[!-~]{32}(?=[!-~])");

  /**
   * The pages of a server's UI; empty when nothing tells where it is.
   *
   * @param own the UI of this host's own server, when that is the one that is used; blank when it
   *     has none
   */
  public static Optional<UiPages> of(
      ConnectionSettings settings, Optional<String> own, Map<String, String> environment) {
    return Optional.of(environment.getOrDefault(VARIABLE, "").strip())
        .filter(url -> !url.isEmpty())
        .or(() -> own)
        .or(() -> usual(settings))
        .filter(url -> !url.isEmpty())
        .map(
            base ->
                new UiPages(
                    base.replaceFirst("(?<!/)/+$", "")
                        + "/namespaces/"
                        + encode(settings.namespace())));
  }

  public String session(String id) {
    return namespace + "/workflows/" + encode(id);
  }

  /** The tab of a run that shows what its session awaits and how to answer. */
  public String steering(String id, String run) {
    return session(id) + "/" + encode(run) + "/user-metadata";
  }

  /** The list of the sessions that await a human; needs our search attributes. */
  public String awaiting() {
    return namespace + "/workflows?query=" + encode(AWAITING);
  }

  /** One line of at most so many characters in which nothing is markup. */
  public static String plain(String raw, int longest) {
    return escaped(line(raw, longest));
  }

  /** The same for a table cell, with long words broken: they would push other columns out. */
  public static String cell(String raw, int longest) {
    return escaped(LONG_WORD.matcher(line(raw, longest)).replaceAll("$0\u200B"));
  }

  private static String line(String raw, int longest) {
    return Cut.shown(ControlCharacters.removed(raw).strip().replaceAll("\\s+", " "), longest);
  }

  private static String escaped(String line) {
    return MARKUP.matcher(line).replaceAll("\\\\$0");
  }

  private static Optional<String> usual(ConnectionSettings settings) {
    if (settings.address().contains(".tmprl.cloud")
        || settings.address().contains(".temporal.io")) {
      return Optional.of("https://cloud.temporal.io");
    }
    Matcher port = PORT.matcher(settings.address());
    return settings.isLoopback() && port.matches()
        ? Optional.of(
            "http://" + port.group(1) + ":" + (Integer.parseInt(port.group(2)) + DEV_OFFSET))
        : Optional.empty();
  }

  private static String encode(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
