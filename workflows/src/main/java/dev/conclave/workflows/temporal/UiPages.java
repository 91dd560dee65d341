package dev.conclave.workflows.temporal;

import dev.conclave.workflows.text.ControlCharacters;
import dev.conclave.workflows.text.Cut;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Pages of the Temporal UI, and texts for them with user content escaped. */
public record UiPages(String namespace) {
  /** Sets the UI's address if it cannot be derived from the server's address. */
  public static final String VARIABLE = "CONCLAVE_UI_URL";

  /** Workflow list query for sessions that wait for a human. */
  public static final String AWAITING =
      "ConclaveAwaiting != \"none\" AND ExecutionStatus = \"Running\"";

  /** An invisible last paragraph, because the UI truncates the last one. */
  public static final String END = "\u00A0\n";

  /** `temporal server start-dev` serves its UI at its own port plus this. */
  private static final int DEV_OFFSET = 1000;

  private static final Pattern PORT = Pattern.compile("(.*):(\\d{1,5})");

  /** Markdown, and text that the UI turns into links or long dashes by itself. */
  private static final Pattern MARKUP =
      Pattern.compile(
          "[\\\\`*_{}\\[\\]<>#|~&!$]|(?<=-)-|-(?=-)|:(?=//)|(?<=mailto):|^[-+=]|(?<=^\\d{1,9})[.)](?=\\s|$)");

  private static final Pattern LONG_WORD = Pattern.compile("[!-~]{32}(?=[!-~])");

  /**
   * Returns the pages of a server's UI; empty when its address is unknown.
   *
   * @param own the UI of this host's own server, if that server is used; blank when it has none
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

  /** Returns the tab of a run that shows the open gate and how to answer. */
  public String userMetadataTab(String id, String run) {
    return session(id) + "/" + encode(run) + "/user-metadata";
  }

  /** Returns the list of sessions that wait for a human; needs Conclave's search attributes. */
  public String awaiting() {
    return namespace + "/workflows?query=" + encode(AWAITING);
  }

  /** Returns one escaped line of limited length. */
  public static String plain(String raw, int longest) {
    return escaped(line(raw, longest));
  }

  /** Returns an escaped table cell, with long words broken so that they do not widen the column. */
  public static String cell(String raw, int longest) {
    return escaped(LONG_WORD.matcher(line(raw, longest)).replaceAll("$0\u200B"));
  }

  /** Returns one line of limited length, without control characters. */
  public static String line(String raw, int longest) {
    return Cut.shorten(ControlCharacters.removed(raw).strip().replaceAll("\\s+", " "), longest);
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
