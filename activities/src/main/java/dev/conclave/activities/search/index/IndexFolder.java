package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.store.NIOFSDirectory;

/**
 * The folder of one workspace's index. Several processes may use it: one writes, the others wait,
 * and after {@code lockWait} search what was written last.
 */
public final class IndexFolder {
  /**
   * Raised whenever parsing, the filter of secrets or terms change, so that older indexes are made
   * anew.
   */
  static final String FORMAT = "6";

  private static final String FORMAT_KEY = "conclave-format";
  private static final double BUFFER_MB = 48;

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
   * @throws IOException when no index can be written or read here; the caller walks instead
   */
  public CodeIndex open(SourceTree tree) throws IOException {
    return open(tree, IndexProgress.NONE, text -> text);
  }

  /** The same, told to who wants to know how far it is, without the secrets of the texts. */
  public CodeIndex open(SourceTree tree, IndexProgress progress, UnaryOperator<String> redact)
      throws IOException {
    Files.createDirectories(folder);
    try {
      return update(tree, progress, redact);
    } catch (IndexFormatTooOldException | IndexFormatTooNewException | CorruptIndexException e) {
      discard(); // damaged, or of another version of Lucene: it is only a cache
      return update(tree, progress, redact);
    } catch (LockObtainFailedException busy) {
      return lastCommit(busy);
    }
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

  private CodeIndex update(SourceTree tree, IndexProgress progress, UnaryOperator<String> redact)
      throws IOException {
    try (Directory directory = new NIOFSDirectory(folder);
        IndexWriter writer = writer(directory)) {
      if (isOtherFormat(directory)) {
        writer.deleteAll();
      }
      IndexUpdate update = new IndexUpdater(writer, redact).bringTo(tree, progress);
      writer.setLiveCommitData(Map.of(FORMAT_KEY, FORMAT).entrySet());
      writer.commit();
      return new CodeIndex(DirectoryReader.open(new NIOFSDirectory(folder)), update);
    }
  }

  private static boolean isOtherFormat(Directory directory) throws IOException {
    if (!DirectoryReader.indexExists(directory)) {
      return false;
    }
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      return !FORMAT.equals(reader.getIndexCommit().getUserData().get(FORMAT_KEY));
    }
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
        pause(busy);
      }
    }
  }

  private static void pause(LockObtainFailedException busy) throws LockObtainFailedException {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw busy;
    }
  }

  private CodeIndex lastCommit(LockObtainFailedException busy) throws IOException {
    try {
      DirectoryReader reader = DirectoryReader.open(new NIOFSDirectory(folder));
      String format = reader.getIndexCommit().getUserData().get(FORMAT_KEY);
      if (!FORMAT.equals(format)) {
        Directory directory = reader.directory();
        reader.close();
        directory.close();
        throw busy;
      }
      return new CodeIndex(
          reader, new IndexUpdate(0, 0, reader.numDocs(), Map.of(), List.of(), false));
    } catch (IndexNotFoundException e) {
      throw new IOException("another process is writing the first index of this workspace", busy);
    }
  }
}
