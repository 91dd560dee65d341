package dev.conclave.activities.document;

import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Documents as files {@code ab/cd/abcd…}, named by their SHA-256. */
final class FileDocuments implements DocumentStore {
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  private final Path folder;

  FileDocuments(Path folder) {
    this.folder = folder;
  }

  @Override
  public DocumentRef put(byte[] content) {
    DocumentRef document = new DocumentRef(digest(content), content.length);
    Path file = fileOf(document);
    try {
      // A file of this name was synced before it got its name; only its length can tell damage here
      // without reading it, get() reads and knows.
      if (!Files.isRegularFile(file) || Files.size(file) != content.length) {
        AtomicFiles.createPrivateFolders(folder);
        AtomicFiles.writePrivate(file, content);
      }
      return document;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep a document in " + folder + ": " + e, e);
    }
  }

  @Override
  public byte[] get(DocumentRef document) {
    if (!DIGEST.matcher(document.digest()).matches()) {
      throw missing("'" + document.digest() + "' is no document digest (64 lower-case hex digits)");
    }
    Path file = fileOf(document);
    try {
      byte[] content = Files.readAllBytes(file);
      if (!digest(content).equals(document.digest())) {
        throw missing(
            "document "
                + document.digest()
                + " is damaged: delete "
                + file
                + " and repeat the step");
      }
      return content;
    } catch (NoSuchFileException e) {
      throw missing(
          "document "
              + document.digest()
              + " is not in "
              + folder
              + ": it was removed, or belongs to another host's data folder");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read document " + file + ": " + e, e);
    }
  }

  private Path fileOf(DocumentRef document) {
    String digest = document.digest();
    return folder.resolve(digest.substring(0, 2)).resolve(digest.substring(2, 4)).resolve(digest);
  }

  private static ApplicationFailure missing(String message) {
    return ApplicationFailure.newNonRetryableFailure(message, FailureTypes.DOCUMENT_MISSING);
  }

  private static String digest(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
