package dev.conclave.activities.search;

import dev.conclave.workflows.api.Workspace;
import java.io.IOException;

/** Opens the tree of a workspace for searching. */
@FunctionalInterface
public interface SearchScopes {

  /**
   * The scope of a tree, to be closed after the search.
   *
   * @throws IOException when the tree cannot be read on this host
   */
  Opened open(Workspace workspace, String tree) throws IOException;

  /** A scope and what has to be closed with it. */
  record Opened(SearchScope scope, AutoCloseable resource) implements AutoCloseable {

    @Override
    public void close() throws IOException {
      try {
        resource.close();
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException(e);
      }
    }
  }
}
