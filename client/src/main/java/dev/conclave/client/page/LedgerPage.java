package dev.conclave.client.page;

import dev.conclave.client.terminal.Page;
import dev.conclave.client.view.LedgerView;
import dev.conclave.client.view.Line;
import dev.conclave.workflows.discussion.Ledger;
import java.util.List;
import java.util.stream.Collectors;

/** A ledger in full, or one of its entries. */
final class LedgerPage {
  private LedgerPage() {}

  static void write(Page page, LedgerView ledger) {
    for (LedgerView.Section section : ledger.sections()) {
      page.heading(section.heading());
      for (LedgerView.Entry entry : section.entries()) {
        String sentence =
            section.group() == LedgerView.Group.QUESTIONS
                ? page.screen().ours(entry.sentence())
                : entry.sentence();
        String tags =
            entry.tags().stream().map(page.screen()::ours).collect(Collectors.joining(", "));
        page.quote(
            entry.tone(),
            0,
            entry.id(),
            tags.isEmpty() ? sentence : "%s (%s)".formatted(sentence, tags));
        entry.lines(page.screen().language()).forEach(line -> page.quote(3, line));
      }
    }
    for (Line ranking : ledger.rankings()) {
      page.line(0, ranking);
    }
  }

  /** Writes the ledger, or only one entry. */
  static void write(Page page, Ledger ledger, List<String> languages, boolean plans, String only) {
    LedgerView view = LedgerView.of(ledger, languages, plans, only);
    write(page, view);
    if (view.sections().isEmpty() && !only.isEmpty()) {
      page.text("There is no entry \"" + only + "\"; v lists all.");
    }
  }
}
