package dev.conclave.workflows.session;

import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerForm;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.temporal.UiPages;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * The current state of a session as Markdown for the Temporal UI, in the session's language;
 * untrusted text is escaped. Pure.
 */
final class CurrentDetails {
  private static final int PARAGRAPH = 1_000;
  private static final int CELL = 160;

  private final SessionState<?> state;
  private final Language language;
  private final StringBuilder text = new StringBuilder();

  private CurrentDetails(SessionState<?> state) {
    this.state = state;
    this.language = state.language();
  }

  /**
   * Renders a state.
   *
   * @param paragraphs of this kind of session
   * @param items to list at the open gate
   */
  static String of(SessionState<?> state, List<String> paragraphs, List<String> items) {
    return new CurrentDetails(state).text(paragraphs, items);
  }

  private String text(List<String> paragraphs, List<String> items) {
    Optional<Gate> open = state.gates().open();
    String phase = Words.of(state.phase());
    String standing = open.map(gate -> "waiting for " + Words.of(gate.type())).orElse(phase);
    String round = state.round() == 0 ? "" : ", round " + state.round();
    paragraph("### " + language.sentence(standing + round));
    state.ending().ifPresent(ending -> paragraph(plain(ending)));
    paragraphs.forEach(each -> paragraph(plain(each)));
    if (!state.closed()) {
      deadline();
      host(open);
    } else if (state.phase().end() != SessionEnd.COMPLETE) {
      paragraph(language.sentence("To resume: `conclave resume %s`".formatted(state.handle())));
    }
    open.ifPresent(gate -> gate(gate, items));
    List<String> shown = open.map(gate -> gate.shown().lines()).orElse(List.of());
    list(state.notes().stream().filter(note -> !shown.contains(note)).toList());
    return text.append(UiPages.END).toString();
  }

  private void deadline() {
    String then =
        state.request().terms().deadline().map(d -> "; then " + d.policy().then()).orElse("");
    state.deadlineAt().ifPresent(at -> paragraph(plain("Deadline: " + time(at) + then)));
  }

  private void host(Optional<Gate> open) {
    if (state.hindrance().isPresent()) {
      paragraph("**" + plain(state.hindrance().get()) + "**");
    } else if (open.filter(gate -> !gate.checking()).isEmpty()) {
      state
          .workspace()
          .map(Workspace::hostName)
          .or(() -> state.request().workspace().host())
          .map("Host: %s. An activity that stays Scheduled waits for its worker."::formatted)
          .ifPresent(host -> paragraph(plain(host)));
    }
  }

  private void gate(Gate gate, List<String> items) {
    String opened = "(gate `%s`, open since %s)".formatted(gate.id(), time(gate.openedAt()));
    paragraph("**" + plain(gate.shown().title()) + "** " + language.sentence(opened));
    options(gate.shown().options());
    list(items);
    int number = 1;
    for (Question question : gate.shown().questions()) {
      text.append("- ").append(AnswerForm.letter(number++)).append(": ");
      text.append(plain(question.line())).append('\n');
    }
    text.append('\n');
    list(gate.shown().lines());
    gate.drifted().ifPresent(what -> paragraph("**" + plain(what) + "**"));
    // A signal sent from the UI gets no reply, so its refusal is shown here.
    state.gates().refused().stream()
        .reduce((older, newer) -> newer)
        .filter(last -> !last.at().isBefore(gate.openedAt()))
        .map(last -> "Refused at %s: %s".formatted(time(last.at()), last.reason()))
        .ifPresent(refused -> paragraph("**" + plain(refused) + "**"));
    paragraph(
        language.sentence(
            "To answer here: More Actions → Send a Signal, name `submitAnswer`, data one of"));
    // The UI truncates long lines in code blocks; inline code wraps and is copied whole.
    AnswerLines.inputs(gate).forEach(input -> text.append("- `").append(input).append("`\n"));
    text.append('\n');
    paragraph(language.sentence("or in a terminal:"));
    paragraph("`" + AnswerLines.of(state.handle(), gate).get(0) + "`");
    String show = "`conclave show %s` prints a command for each answer.";
    paragraph(language.sentence(show.formatted(state.handle())));
  }

  /**
   * Writes the options as a table. Narrow columns are centered: the Temporal UI adds no cell
   * margins.
   */
  private void options(List<Option> options) {
    if (options.isEmpty()) {
      return;
    }
    List<String> names =
        List.of("#", "Option", "Score", "Effort, risk", "Citations verified", "By");
    row(names.stream().map(language::sentence).toList());
    text.append("|---|---|:-:|:-:|:-:|---|\n");
    for (Option option : options) {
      boolean rated = option.score() > 0 || option.cited() > 0; // strategies are not
      row(
          List.of(
              String.valueOf(option.number()),
              "**"
                  + cell(option.name())
                  + "**"
                  + each("Pro", option.pros())
                  + each("Con", option.cons()),
              rated ? String.valueOf(Math.round(option.score())) : "",
              language.word(option.effort()) + ", " + language.word(option.risk()),
              rated ? language.sentence("%d of %d".formatted(option.there(), option.cited())) : "",
              cell(String.join(", ", option.sources()))));
    }
    text.append('\n');
  }

  private void row(List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  private String each(String name, List<String> texts) {
    String all = cell(String.join("; ", texts));
    return texts.isEmpty() ? "" : " " + language.sentence(name + ": " + all + ".");
  }

  private static String cell(String raw) {
    return UiPages.cell(raw, CELL);
  }

  private void paragraph(String paragraph) {
    text.append(paragraph).append("\n\n");
  }

  private void list(List<String> lines) {
    lines.forEach(line -> text.append("- ").append(plain(line)).append('\n'));
    text.append(lines.isEmpty() ? "" : "\n");
  }

  private String plain(String sentence) {
    return UiPages.plain(language.sentence(UiPages.line(sentence, PARAGRAPH)), PARAGRAPH);
  }

  private static String time(Instant at) {
    return at.truncatedTo(ChronoUnit.MINUTES).toString().replace("T", " ").replace(":00Z", " UTC");
  }
}
