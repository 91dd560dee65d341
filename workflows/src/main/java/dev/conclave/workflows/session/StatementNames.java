package dev.conclave.workflows.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Names for the statements of a ledger: agents cite the ids that they see, such as {@code
 * alpha.1.f3}; people read "alpha's finding 1.3".
 */
public record StatementNames(Map<String, Statement> statements) {
  private static final Pattern WORD = Pattern.compile("\\w+(?:[.-]+\\w+)*");

  public static StatementNames of(Ledger ledger) {
    return new StatementNames(ledger.byId());
  }

  /** Returns a document whose sentences name statements, each in its own language. */
  public <T> T in(T document, Class<? extends T> type) {
    if (statements.isEmpty()) {
      return document;
    }
    JsonNode named =
        WireMapper.mapTexts(
            WireMapper.get().valueToTree(document),
            text -> statements.containsKey(text) ? text : text(text));
    return WireMapper.get().convertValue(named, type);
  }

  private String text(String text) {
    return Stream.of(text.split("\n", -1)).map(this::line).collect(Collectors.joining("\n"));
  }

  private String line(String line) {
    boolean chinese = line.codePoints().anyMatch(Character::isIdeographic);
    StringBuilder named = new StringBuilder();
    Matcher word = WORD.matcher(line);
    int from = 0;
    while (word.find()) {
      Statement said = statements.get(word.group());
      if (said != null && !isInPath(line, word.start(), word.end())) {
        named
            .append(line, from, word.start())
            .append(name(said, chinese ? Language.ZH : Language.EN));
        from = word.end();
      }
    }
    return named.append(line, from, line.length()).toString();
  }

  private static boolean isInPath(String line, int start, int end) {
    return (start > 0 && line.charAt(start - 1) == '/')
        || (end < line.length() && line.charAt(end) == '/');
  }

  private static String name(Statement said, Language language) {
    String number = said.id().substring(said.id().lastIndexOf('.') + 2);
    return language.message(
        "statement." + Words.of(said.type()), said.agent(), said.round() + "." + number);
  }
}
