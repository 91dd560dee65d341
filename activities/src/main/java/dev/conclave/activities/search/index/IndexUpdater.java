package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.Eligibility;
import dev.conclave.activities.search.source.SourceFile;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.activities.search.source.SourceTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.Bits;

/** Brings an index to the content of a tree: only what is new or different is read. */
final class IndexUpdater {
  private final IndexWriter writer;
  private final Map<Eligibility.Reason, Integer> leftOut = new EnumMap<>(Eligibility.Reason.class);
  private final List<String> unreadable = new ArrayList<>();
  private final UnaryOperator<String> redact;
  private int unchanged;

  IndexUpdater(IndexWriter writer, UnaryOperator<String> redact) {
    this.writer = writer;
    this.redact = redact;
  }

  IndexUpdate bringTo(SourceTree tree, IndexProgress progress) throws IOException {
    Map<String, String> indexed = indexed();
    List<SourceFile> different = new ArrayList<>();
    for (SourceFile file : tree.files()) {
      String known = indexed.remove(file.path());
      Optional<Eligibility.Reason> refused = Eligibility.refused(file);
      if (refused.isPresent()) {
        leaveOut(refused.get());
        if (known != null) {
          writer.deleteDocuments(new Term(FileDocument.PATH, file.path()));
        }
      } else if (!file.id().isEmpty() && file.id().equals(known)) {
        unchanged++;
      } else {
        different.add(file);
      }
    }
    AtomicInteger read = new AtomicInteger();
    SideBySide.each(
        different,
        file -> {
          writer.updateDocument(new Term(FileDocument.PATH, file.path()), document(tree, file));
          progress.read(read.incrementAndGet(), different.size());
        });
    for (String gone : indexed.keySet()) {
      writer.deleteDocuments(new Term(FileDocument.PATH, gone));
    }
    return new IndexUpdate(
        different.size(),
        indexed.size(),
        unchanged,
        Map.copyOf(leftOut),
        unreadable.stream().sorted().toList(),
        true);
  }

  private Document document(SourceTree tree, SourceFile file) {
    byte[] content;
    try {
      content = tree.read(file);
    } catch (IOException e) {
      notRead(file);
      return FileDocument.leftOut(new SourceFile(file.path(), "", file.bytes()));
    }
    Optional<String> text = SourceText.of(content);
    Optional<Eligibility.Reason> refused =
        text.isEmpty()
            ? Optional.of(Eligibility.Reason.BINARY)
            : Eligibility.refused(file.path(), text.get());
    if (refused.isPresent()) {
      leaveOut(refused.get());
      return FileDocument.leftOut(file);
    }
    return FileDocument.of(file, redact.apply(text.orElseThrow()));
  }

  private synchronized void notRead(SourceFile file) {
    leaveOut(Eligibility.Reason.UNREADABLE);
    unreadable.add(file.path());
  }

  private synchronized void leaveOut(Eligibility.Reason reason) {
    leftOut.merge(reason, 1, Integer::sum);
  }

  private Map<String, String> indexed() throws IOException {
    Map<String, String> ids = new HashMap<>();
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      Bits live = MultiBits.getLiveDocs(reader);
      StoredFields stored = reader.storedFields();
      for (int i = 0; i < reader.maxDoc(); i++) {
        if (live == null || live.get(i)) {
          Document document = stored.document(i, Set.of(FileDocument.PATH, FileDocument.ID));
          ids.put(document.get(FileDocument.PATH), document.get(FileDocument.ID));
        }
      }
    }
    return ids;
  }
}
