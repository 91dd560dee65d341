package dev.conclave.activities.document;

import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.text.Digests;
import dev.conclave.workflows.text.WireMapper;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Content-addressed documents such as contexts, replies and syntheses: files {@code ab/cd/abcd…}
 * named by their SHA-256. History carries references to them. Thread-safe, also between processes.
 */
public class DocumentStore {
  private final Path folder;

  protected DocumentStore(Path folder) {
    this.folder = folder;
  }

  public static DocumentStore in(DataFolder folder) {
    return new DocumentStore(folder.documents());
  }

  /** Stores a document; it is on disk when this returns. */
  public DocumentRef put(byte[] content) {
    DocumentRef document = new DocumentRef(Digests.sha256(content), content.length);
    Path file = fileOf(document);
    try {
      // Only the length is checked here; get() verifies the digest.
      if (!Files.isRegularFile(file) || Files.size(file) != content.length) {
        AtomicFiles.createPrivateFolders(folder);
        AtomicFiles.writePrivate(file, content);
      }
      return document;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot store a document in " + folder + ": " + e, e);
    }
  }

  public final DocumentRef put(String text) {
    return put(text.getBytes(StandardCharsets.UTF_8));
  }

  public final DocumentRef putRecord(Object content) {
    return put(WireMapper.get().valueToTree(content).toString());
  }

  /**
   * Returns a document's content after verifying its digest.
   *
   * @throws ApplicationFailure non-retryable, of type {@link FailureTypes#DOCUMENT_MISSING}, when
   *     the document is missing or damaged, or the reference is not a digest
   */
  public byte[] get(DocumentRef document) {
    String digest = document.digest();
    if (!digest.matches("[0-9a-f]{64}")) {
      throw missing("'" + digest + "' is not a document digest (64 lower-case hex digits)");
    }
    Path file = fileOf(document);
    try {
      byte[] content = Files.readAllBytes(file);
      if (!Digests.sha256(content).equals(digest)) {
        throw missing(
            "document " + digest + " is damaged: delete " + file + " and repeat the step");
      }
      return content;
    } catch (NoSuchFileException e) {
      throw missing(
          "document %s is not in %s: it was removed, or is in another host's data folder"
              .formatted(digest, folder));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read document " + file + ": " + e, e);
    }
  }

  /** Returns a document as text; invalid UTF-8 is replaced. */
  public final String text(DocumentRef document) {
    return new String(get(document), StandardCharsets.UTF_8);
  }

  public final boolean holds(String text) {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    return find(new DocumentRef(Digests.sha256(content), content.length)).isPresent();
  }

  /** Returns a document's text; empty if it is not stored here. */
  public final Optional<String> find(DocumentRef document) {
    try {
      return Optional.of(text(document));
    } catch (ApplicationFailure missing) {
      return Optional.empty();
    }
  }

  public final <T> Optional<T> find(DocumentRef document, Class<T> type) {
    return find(document).map(any -> read(document, type));
  }

  public final <T> T read(DocumentRef document, Class<T> type) {
    try {
      return WireMapper.get().readValue(get(document), type);
    } catch (IOException e) {
      String message = "document " + document.digest() + " is not of type " + type.getSimpleName();
      throw new UncheckedIOException(message, e);
    }
  }

  public final void delete(DocumentRef document) {
    try {
      Files.deleteIfExists(fileOf(document));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path fileOf(DocumentRef document) {
    String digest = document.digest();
    return folder.resolve(digest.substring(0, 2)).resolve(digest.substring(2, 4)).resolve(digest);
  }

  private static ApplicationFailure missing(String message) {
    return ApplicationFailure.newNonRetryableFailure(message, FailureTypes.DOCUMENT_MISSING);
  }
}
