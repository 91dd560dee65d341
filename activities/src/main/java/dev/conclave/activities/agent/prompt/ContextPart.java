package dev.conclave.activities.agent.prompt;

import dev.conclave.workflows.search.ContextPackage;
import dev.conclave.workflows.search.ContextPackage.RelevantFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The CONTEXT of a prompt: the workspace at a glance, ranked files with excerpts, patterns, and
 * what the project says of itself.
 */
record ContextPart(Fence fence, Excerpts excerpts) {
  private static final List<String> PROJECT =
      List.of(".workflow/project-tech.json", ".workflow/project-guidelines.json");
  private static final int LONGEST_NOTE = 16 << 10;

  /**
   * Adds it to a template's model.
   *
   * @param bytes of all excerpts together
   * @param most files that are named
   */
  void addTo(Map<String, Object> model, Optional<ContextPackage> context, int bytes, int most) {
    model.put("overview", context.map(this::overview).orElse(""));
    model.put("files", context.map(found -> files(found, bytes, most)).orElse(List.of()));
    model.put("patterns", context.map(this::patterns).orElse(""));
    List<String> project = new ArrayList<>();
    for (String file : PROJECT) {
      excerpts
          .text(file)
          .map(text -> text.substring(0, Math.min(LONGEST_NOTE, text.length())))
          .ifPresent(text -> project.add(fence.around(file, text)));
    }
    model.put("project", project);
  }

  private String overview(ContextPackage context) {
    String languages =
        context.workspace().languages().entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining(", "));
    String text =
        context.workspace().files()
            + " files: "
            + languages
            + "\n"
            + context.architectureInsights()
            + "\n"
            + context.existingImplementations();
    return fence.around("workspace", text);
  }

  private List<String> files(ContextPackage context, int bytes, int most) {
    List<String> files = new ArrayList<>();
    int left = bytes;
    for (RelevantFile file : context.relevantFiles().stream().limit(most).toList()) {
      String about = file.path() + " (" + file.rationale() + ")";
      Optional<String> excerpt = left > 0 ? excerpts.of(file, left) : Optional.empty();
      left -= excerpt.map(text -> text.getBytes(StandardCharsets.UTF_8).length).orElse(0);
      files.add(fence.around("file", about + "\n" + excerpt.orElse("")));
    }
    return files;
  }

  private String patterns(ContextPackage context) {
    String patterns =
        context.detectedPatterns().stream()
            .map(
                pattern -> pattern.kind() + ": " + pattern.name() + " (" + pattern.evidence() + ")")
            .collect(Collectors.joining("\n"));
    return patterns.isEmpty() ? "" : fence.around("patterns", patterns);
  }
}
