package dev.conclave.activities.workspace;

import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.Repository;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.api.WorkspaceActivities.Drift;
import dev.conclave.workflows.api.WorkspaceActivities.Opened;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.GitUrl;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.HostId;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Digests;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The workspaces of this host. Thread-safe. */
public record WorkspaceActivitiesImpl(HostId host, DataFolder data, GitTrees trees)
    implements WorkspaceActivities {
  private static final int LONGEST_NAME = 40;
  private static final String SESSIONS = ".workflow/.multi-cli-plan";

  @Override
  public Opened open(WorkspaceSpec spec) {
    Workspace workspace = workspace(spec);
    return new Opened(workspace, trees.name(workspace));
  }

  /** Opens a workspace without naming its tree. */
  public Workspace workspace(WorkspaceSpec spec) {
    if (spec.path().isPresent() == spec.url().isPresent()) {
      throw refused("a workspace is either a path or a URL: give exactly one");
    }
    try {
      return spec.path().isPresent()
          ? openPath(spec.path().get(), spec.host())
          : openUrl(spec.url().orElseThrow(), spec.ref());
    } catch (GitFailed e) {
      throw e.isTransient()
          ? ApplicationFailure.newFailure(e.getMessage(), FailureTypes.CLONE_FAILED)
          : refused(String.valueOf(e.getMessage()));
    } catch (IOException | UncheckedIOException e) {
      throw ApplicationFailure.newFailure(
          "cannot write the workspace to disk: " + e.getMessage(), FailureTypes.CLONE_FAILED);
    }
  }

  @Override
  public Tree nameTree(Workspace workspace) {
    requireHere(workspace);
    return trees.name(workspace);
  }

  @Override
  public Drift probe(Workspace workspace, String fromTree, List<String> citedFiles) {
    return trees.drift(workspace, fromTree, nameTree(workspace).id(), citedFiles);
  }

  private Workspace openPath(String text, Optional<String> wantedHost) throws IOException {
    wantedHost.ifPresent(wanted -> GitTrees.require(host, wanted, text));
    Path root = checked(text);
    String key = key(String.valueOf(root.getFileName()), root.toString());
    return workspace(root, key, Optional.empty(), root.resolve(SESSIONS));
  }

  private Workspace openUrl(String text, Optional<String> ref) throws IOException {
    try {
      GitUrl url = new GitUrl(text, ref);
      String key = key(url.name(), url.url());
      Path root = new Clones(trees.git(), data.clones()).open(url, key);
      return workspace(root, key, Optional.of(url.url()), data.sessions());
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  private Workspace workspace(Path root, String key, Optional<String> url, Path sessions) {
    return new Workspace(
        host.id(),
        host.name(),
        key,
        root.toString(),
        url,
        sessions.toString(),
        Repository.around(trees.git(), root).isPresent(),
        GitTrees.head(trees.git(), root));
  }

  private Path checked(String text) throws IOException {
    Path path;
    try {
      path = Path.of(text);
    } catch (InvalidPathException e) {
      throw refused("'" + text + "' is not a path: " + e.getReason());
    }
    require(path.isAbsolute(), text, "is not absolute: give the whole path");
    require(Files.exists(path), text, "does not exist on host " + host.name() + ": check --repo");
    require(Files.isDirectory(path), text, "is not a folder: give the project's folder");
    require(
        Files.isReadable(path) && Files.isExecutable(path),
        text,
        "cannot be read: grant this user access, or give another path");
    Path root = path.toRealPath();
    require(
        root.getParent() != null, text, "is the root of a file system: give a project's folder");
    require(
        !root.startsWith(data.root()),
        text,
        "is in Conclave's own data folder: give a project's folder");
    require(
        !isBare(root),
        text,
        "is a bare repository, without files: give file://" + root + ", or a clone");
    return root;
  }

  private static void require(boolean holds, String path, String otherwise) {
    if (!holds) {
      throw refused("'" + path + "' " + otherwise);
    }
  }

  /** Detects bare repositories as Git does; a folder with {@code .git} has a work tree. */
  private static boolean isBare(Path root) {
    return Files.isRegularFile(root.resolve("HEAD"))
        && Files.isDirectory(root.resolve("objects"))
        && Files.isDirectory(root.resolve("refs"))
        && !Files.exists(root.resolve(".git"));
  }

  private void requireHere(Workspace workspace) {
    GitTrees.require(host, workspace.host(), workspace.path());
    if (Files.isDirectory(Path.of(workspace.path()))) {
      return;
    }
    if (workspace.url().isPresent()) {
      // A deleted clone is recreated from the same commit at the same path.
      Optional<String> none = Optional.empty();
      workspace(new WorkspaceSpec(none, none, workspace.url(), workspace.head(), Optional.empty()));
    } else {
      require(
          false, workspace.path(), "no longer exists: restore it, because the session needs it");
    }
  }

  private static ApplicationFailure refused(String message) {
    return ApplicationFailure.newNonRetryableFailure(message, FailureTypes.WORKSPACE_REFUSED);
  }

  /** Returns a folder name: readable by the name, unique by the digest. */
  static String key(String name, String identity) {
    String slug =
        name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
    String shown = slug.isEmpty() ? "workspace" : Cut.head(slug, LONGEST_NAME);
    return shown + "-" + Digests.sha256(identity).substring(0, 12);
  }
}
