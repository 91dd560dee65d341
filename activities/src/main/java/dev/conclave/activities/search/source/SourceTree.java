package dev.conclave.activities.search.source;

import java.io.Closeable;
import java.io.IOException;

/** The files that are searched: a folder, or the tree of a Git tree id. */
public interface SourceTree extends Closeable {

  /** Every file, ignored ones left out, in the order of their paths. */
  Iterable<SourceFile> files() throws IOException;

  /**
   * The content of a file.
   *
   * @throws IOException when it cannot be read, for example because it is gone by now
   */
  byte[] read(SourceFile file) throws IOException;

  @Override
  default void close() throws IOException {}
}
