package dev.conclave.activities.document;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Removal of whole folders of ours. */
public final class Folders {
  private Folders() {}

  /** Removes a folder and all in it; links are removed, never followed. */
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            // An agent may have closed a folder against everybody; it is ours, so it opens again.
            if (!file.toFile().setReadable(true)
                || !file.toFile().setWritable(true)
                || !file.toFile().setExecutable(true)) {
              throw e;
            }
            delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes) {
            if (!Files.isWritable(inner)) {
              boolean opened = inner.toFile().setWritable(true);
              return opened ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path inner, @Nullable IOException e)
              throws IOException {
            if (e != null) {
              throw e;
            }
            Files.delete(inner);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
