package dev.conclave.workflows.temporal;

import java.util.regex.Pattern;

/**
 * Texts of agents and people within Markdown, as the Temporal UI renders it: none of them makes
 * markup, a link or a formula of its own.
 */
public final class Markdown {
  /** Links and mail addresses are recognized without any markup, and dashes are joined. */
  private static final Pattern MARKUP =
      Pattern.compile(
          "[\\\\`*_{}\\[\\]<>#|~&!$]|(?<=-)-|-(?=-)|:(?=//)|(?<=mailto):|^[-+=]|(?<=^\\d{1,9})[.)]");

  private static final Pattern LONG_WORD = Pattern.compile("[!-~]{32}(?=[!-~])");
  private static final String MAY_BREAK = "\u200B";

  private Markdown() {}

  /**
   * The last paragraph of a text, an invisible one. The UI takes the height of a text without its
   * outer margins, and cuts off what stands last.
   */
  public static final String END = "\u00A0\n";

  /** One line of at most so many characters in which nothing is markup. */
  public static String plain(String raw, int longest) {
    return escaped(line(raw, longest));
  }

  /** The same for a cell of a table, which a long word would widen until the next are not seen. */
  public static String cell(String raw, int longest) {
    return escaped(LONG_WORD.matcher(line(raw, longest)).replaceAll("$0" + MAY_BREAK));
  }

  private static String line(String raw, int longest) {
    return Cut.shown(Invisible.removed(raw).strip().replaceAll("\\s+", " "), longest);
  }

  private static String escaped(String line) {
    return MARKUP.matcher(line).replaceAll("\\\\$0");
  }
}
