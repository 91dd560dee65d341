package dev.conclave.activities.search.index;

import dev.conclave.activities.Parallel;
import dev.conclave.activities.search.source.Eligibility;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.activities.workspace.TreeFiles.TreeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.store.SleepingLockWrapper;
import org.apache.lucene.util.Bits;

/** The folder of a workspace's index. One process writes at a time; others wait half a minute. */
public final class IndexFolder {
  /** Increment the number when parsing, the secret filter or terms change. */
  static final String NAME = "lucene-8";

  private static final Duration LOCK_WAIT = Duration.ofSeconds(30);
  private static final int FILES_PER_REPORT = 2_000;
  private static final double BUFFER_MB = 48;

  /**
   * A field, so that the logger is not garbage collected. Hides hints about features of newer JVMs:
   * memory mapping needs native access and has no advantage at this size.
   */
  private static final Logger LUCENE = Logger.getLogger("org.apache.lucene");

  static {
    LUCENE.setLevel(Level.SEVERE);
  }

  private final Path folder;
  private final Duration lockWait;

  public IndexFolder(Path workspace) {
    this(workspace, LOCK_WAIT);
  }

  IndexFolder(Path workspace, Duration lockWait) {
    this.folder = workspace.resolve(NAME);
    this.lockWait = lockWait;
  }

  /** Updates the index to a tree's content and opens it; {@code progress} receives messages. */
  public CodeIndex open(TreeFiles tree, Consumer<String> progress, UnaryOperator<String> redact)
      throws IOException {
    Files.createDirectories(folder);
    try {
      return update(new NIOFSDirectory(folder), tree, progress, redact);
    } catch (LockObtainFailedException busy) {
      throw new IOException("another process is writing the index", busy);
    } catch (IOException damaged) {
      discard(); // only a cache
      return update(new NIOFSDirectory(folder), tree, progress, redact);
    }
  }

  private void discard() throws IOException {
    try (Directory directory = new NIOFSDirectory(folder);
        Lock lock = directory.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
      for (String file : directory.listAll()) {
        lock.ensureValid();
        if (!file.equals(IndexWriter.WRITE_LOCK_NAME)) {
          directory.deleteFile(file);
        }
      }
    }
  }

  /** Builds an index in memory, if none can be written. */
  public CodeIndex openInMemory(
      TreeFiles tree, Consumer<String> progress, UnaryOperator<String> redact) throws IOException {
    return update(new ByteBuffersDirectory(), tree, progress, redact);
  }

  private CodeIndex update(
      Directory directory, TreeFiles tree, Consumer<String> progress, UnaryOperator<String> redact)
      throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig(new WhitespaceAnalyzer())
            .setRAMBufferSizeMB(BUFFER_MB)
            .setMergeScheduler(new SerialMergeScheduler())
            .setCommitOnClose(false);
    Directory waiting = new SleepingLockWrapper(directory, lockWait.toMillis(), 50);
    try (IndexWriter writer = new IndexWriter(waiting, config)) {
      int read = update(writer, tree, progress, redact);
      writer.commit();
      return new CodeIndex(DirectoryReader.open(directory), read);
    }
  }

  /** Reads only new and changed files, on all processors, and returns their number. */
  private static int update(
      IndexWriter writer, TreeFiles tree, Consumer<String> progress, UnaryOperator<String> redact)
      throws IOException {
    Map<String, String> indexed = indexed(writer);
    List<TreeFile> different =
        tree.list().stream()
            .filter(file -> !file.isLink() && Eligibility.admits(file.path(), file.size()))
            .filter(file -> !file.blob().equals(indexed.remove(file.path())))
            .toList();
    AtomicInteger read = new AtomicInteger();
    try {
      Parallel.each(
          different,
          file -> {
            write(writer, tree, file, redact);
            int done = read.incrementAndGet();
            if (done % FILES_PER_REPORT == 0) {
              int all = different.size();
              progress.accept(String.format(Locale.ROOT, "indexing %,d of %,d files", done, all));
            }
          });
    } catch (UncheckedIOException e) {
      throw new IOException(e.getMessage(), e);
    }
    for (String gone : indexed.keySet()) {
      writer.deleteDocuments(new Term(CodeIndex.PATH, gone));
    }
    return different.size();
  }

  private static void write(
      IndexWriter writer, TreeFiles tree, TreeFile file, UnaryOperator<String> redact) {
    Document document =
        SourceText.of(tree.bytes(file))
            .filter(text -> Eligibility.admits(file.path(), text))
            .map(text -> CodeIndex.document(file, redact.apply(text)))
            .orElseGet(() -> CodeIndex.leftOut(file));
    try {
      writer.updateDocument(new Term(CodeIndex.PATH, file.path()), document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> indexed(IndexWriter writer) throws IOException {
    Map<String, String> ids = new HashMap<>();
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      Bits live = MultiBits.getLiveDocs(reader);
      Set<String> wanted = Set.of(CodeIndex.PATH, CodeIndex.ID);
      for (int i = 0; i < reader.maxDoc(); i++) {
        if (live == null || live.get(i)) {
          Document document = reader.storedFields().document(i, wanted);
          ids.put(document.get(CodeIndex.PATH), document.get(CodeIndex.ID));
        }
      }
    }
    return ids;
  }
}
