package dev.conclave.client.command;

import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.model.WorkspaceSpec;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** Documents that a full context reads first or may change. */
final class ContextOptions {
  @Option(
      names = "--editable",
      paramLabel = "FILE",
      description = "A Markdown file that your resolutions may change; may be repeated.")
  private List<String> editable = List.of();

  @Option(
      names = "--source",
      paramLabel = "FILE",
      description = "A document to read first, such as a specification; may be repeated.")
  private List<String> sources = List.of();

  boolean named() {
    return !editable.isEmpty() || !sources.isEmpty();
  }

  List<String> editable(CommandContext context, WorkspaceSpec workspace) {
    List<String> files = inside("--editable", editable, context, workspace);
    for (String file : files) {
      if (!file.matches("(?i).*\\.(md|markdown|mdx)")) {
        throw new UsageException(
            "--editable takes Markdown files (.md), not %s: code is never changed."
                .formatted(file));
      }
    }
    return files;
  }

  List<String> sources(CommandContext context, WorkspaceSpec workspace) {
    return inside("--source", sources, context, workspace);
  }

  /**
   * Resolves files, given relative to the workspace or the current directory, to workspace paths.
   * Those of a repository by URL are checked after it is cloned.
   */
  private static List<String> inside(
      String option, List<String> files, CommandContext context, WorkspaceSpec workspace) {
    if (workspace.path().isEmpty()) {
      return files;
    }
    Path top = Path.of(workspace.path().get());
    Set<String> inside = new LinkedHashSet<>();
    for (String given : files) {
      Path here = context.directory().resolve(given).normalize();
      Path file = Files.exists(here) ? here : top.resolve(given).normalize();
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new UsageException(
            "%s: %s does not exist or is a link: use the file itself.".formatted(option, file));
      }
      Path real = TextInput.requireText(file);
      if (!real.startsWith(top)) {
        throw new UsageException(
            "%s: %s is outside the workspace %s: use a file inside it."
                .formatted(option, file, top));
      }
      inside.add(top.relativize(real).toString());
    }
    return List.copyOf(inside);
  }
}
