package dev.conclave.activities.search.index;

import dev.conclave.activities.ActivityFailures;
import dev.conclave.activities.search.index.CodeIndex.Update;
import dev.conclave.activities.search.source.Eligibility;
import dev.conclave.activities.search.source.SourceFile;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.activities.search.source.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.util.Bits;

/**
 * The folder of one workspace's index. Several processes may use it: one writes, the others wait,
 * and after {@code lockWait} search what was written last.
 */
public final class IndexFolder {
  /**
   * Raised whenever parsing, the filter of secrets or terms change: older indexes are made anew.
   */
  private static final String FORMAT = "7";

  private static final String FORMAT_KEY = "conclave-format";
  private static final double BUFFER_MB = 48;

  /** For fewer files a thread is not worth its while. */
  private static final int FILES_A_THREAD = 50;

  /**
   * Lucene tells every start of a newer JVM which of its features it could use; held here because
   * loggers are forgotten otherwise. Memory mapping is left out for the same reason: on those JVMs
   * it needs native access, and indexes of this size gain nothing by it.
   */
  private static final Logger LUCENE = Logger.getLogger("org.apache.lucene");

  static {
    LUCENE.setLevel(Level.SEVERE);
  }

  private final Path folder;
  private final Duration lockWait;

  /** An index in a folder, which is made when it is missing. */
  public IndexFolder(Path folder, Duration lockWait) {
    this.folder = folder;
    this.lockWait = lockWait;
  }

  /** The index in the folder of a workspace. */
  public static IndexFolder ofWorkspace(Path workspace, Duration lockWait) {
    return new IndexFolder(workspace.resolve("lucene"), lockWait);
  }

  /**
   * Why the index cannot be read, byte for byte; empty for a sound one, and where there is none.
   */
  public Optional<String> damage() {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Directory directory = new NIOFSDirectory(folder)) {
      if (DirectoryReader.indexExists(directory)) {
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          for (LeafReaderContext leaf : reader.leaves()) {
            leaf.reader().checkIntegrity();
          }
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(e.getClass().getSimpleName());
    }
  }

  /**
   * Brings the index to the content of a tree and opens it.
   *
   * @param redact takes secrets out of what is indexed
   * @throws IOException when no index can be written or read here
   */
  public CodeIndex open(SourceTree tree, IndexProgress progress, UnaryOperator<String> redact)
      throws IOException {
    Files.createDirectories(folder);
    try {
      return update(new NIOFSDirectory(folder), tree, progress, redact);
    } catch (IndexFormatTooOldException | IndexFormatTooNewException | CorruptIndexException e) {
      discard(); // damaged, or of another version of Lucene: it is only a cache
      return update(new NIOFSDirectory(folder), tree, progress, redact);
    } catch (LockObtainFailedException busy) {
      return lastCommit(busy);
    }
  }

  /** An index in memory alone, where none can be written. */
  public CodeIndex openInMemory(
      SourceTree tree, IndexProgress progress, UnaryOperator<String> redact) throws IOException {
    return update(new ByteBuffersDirectory(), tree, progress, redact);
  }

  /**
   * Removes the index, which is only a cache.
   *
   * @throws IOException when another process writes it, or the disk refuses
   */
  public void discard() throws IOException {
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

  private CodeIndex update(
      Directory directory, SourceTree tree, IndexProgress progress, UnaryOperator<String> redact)
      throws IOException {
    try (IndexWriter writer = writer(directory)) {
      if (DirectoryReader.indexExists(directory)) {
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          if (!hasFormat(reader)) {
            writer.deleteAll();
          }
        }
      }
      Update update = bringTo(writer, tree, progress, redact);
      writer.setLiveCommitData(Map.of(FORMAT_KEY, FORMAT).entrySet());
      writer.commit();
      return new CodeIndex(DirectoryReader.open(directory), update);
    }
  }

  private static boolean hasFormat(DirectoryReader reader) throws IOException {
    return FORMAT.equals(reader.getIndexCommit().getUserData().get(FORMAT_KEY));
  }

  private IndexWriter writer(Directory directory) throws IOException {
    long end = System.nanoTime() + lockWait.toNanos();
    while (true) {
      try {
        IndexWriterConfig config = new IndexWriterConfig();
        config.setOpenMode(IndexWriterConfig.OpenMode.CREATE_OR_APPEND);
        config.setRAMBufferSizeMB(BUFFER_MB);
        config.setMergeScheduler(new SerialMergeScheduler());
        config.setCommitOnClose(false);
        return new IndexWriter(directory, config);
      } catch (LockObtainFailedException busy) {
        if (System.nanoTime() > end) {
          throw busy;
        }
        try {
          Thread.sleep(50);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw busy;
        }
      }
    }
  }

  private CodeIndex lastCommit(LockObtainFailedException busy) throws IOException {
    try {
      DirectoryReader reader = DirectoryReader.open(new NIOFSDirectory(folder));
      CodeIndex index = new CodeIndex(reader, new Update(0, 0, List.of(), false));
      if (!hasFormat(reader)) {
        index.close();
        throw busy;
      }
      return index;
    } catch (IndexNotFoundException e) {
      throw new IOException("another process is writing the first index of this workspace", busy);
    }
  }

  /** Only what is new or different is read. */
  private static Update bringTo(
      IndexWriter writer, SourceTree tree, IndexProgress progress, UnaryOperator<String> redact)
      throws IOException {
    Map<String, String> indexed = indexed(writer);
    List<SourceFile> different = new ArrayList<>();
    for (SourceFile file : tree.files()) {
      if (Eligibility.admits(file)) {
        String known = indexed.remove(file.path());
        if (file.id().isEmpty() || !file.id().equals(known)) {
          different.add(file);
        }
      }
    }
    AtomicInteger read = new AtomicInteger();
    Queue<String> unreadable = new ConcurrentLinkedQueue<>();
    each(
        different,
        file -> {
          writer.updateDocument(
              new Term(CodeIndex.PATH, file.path()), document(tree, file, redact, unreadable));
          progress.read(read.incrementAndGet(), different.size());
        });
    for (String gone : indexed.keySet()) {
      writer.deleteDocuments(new Term(CodeIndex.PATH, gone));
    }
    return new Update(
        different.size(), indexed.size(), unreadable.stream().sorted().toList(), true);
  }

  private static Document document(
      SourceTree tree, SourceFile file, UnaryOperator<String> redact, Queue<String> unreadable) {
    try {
      return SourceText.of(tree.read(file))
          .filter(text -> Eligibility.admits(file.path(), text))
          .map(text -> CodeIndex.document(file, redact.apply(text)))
          .orElseGet(() -> CodeIndex.leftOut(file));
    } catch (IOException e) {
      unreadable.add(file.path());
      return CodeIndex.leftOut(new SourceFile(file.path(), "", file.bytes()));
    }
  }

  private static Map<String, String> indexed(IndexWriter writer) throws IOException {
    Map<String, String> ids = new HashMap<>();
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      Bits live = MultiBits.getLiveDocs(reader);
      for (int i = 0; i < reader.maxDoc(); i++) {
        if (live == null || live.get(i)) {
          Document document =
              reader.storedFields().document(i, Set.of(CodeIndex.PATH, CodeIndex.ID));
          ids.put(document.get(CodeIndex.PATH), document.get(CodeIndex.ID));
        }
      }
    }
    return ids;
  }

  private interface FileWork {
    void on(SourceFile file) throws IOException;
  }

  /** On all processors at once: parsing is what an index costs. */
  private static void each(List<SourceFile> files, FileWork work) throws IOException {
    int processors = Runtime.getRuntime().availableProcessors();
    ExecutorService pool =
        Executors.newFixedThreadPool(Math.min(processors, files.size() / FILES_A_THREAD + 1));
    try {
      List<Future<?>> done = new ArrayList<>();
      for (SourceFile file : files) {
        done.add(
            pool.submit(
                () -> {
                  work.on(file);
                  return null;
                }));
      }
      for (Future<?> one : done) {
        one.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      ActivityFailures.checkInterrupted();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }
}
