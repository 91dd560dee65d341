package dev.conclave.activities.agent.prompt;

import dev.conclave.workflows.search.ContextPackage;
import dev.conclave.workflows.search.ContextPackage.RelevantFile;
import dev.conclave.workflows.wire.Cut;
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

  /** Of fewer bytes than these no excerpt is made: half a line shows nothing. */
  private static final int LEAST = 200;

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
    model.put(
        "project", project().stream().map(part -> fence.around(part.path(), part.text())).toList());
  }

  /**
   * What is sent of a file.
   *
   * @param about the path, and why the file was found
   * @param text empty when the file is only named
   */
  record Sent(String path, String about, String text) {
    int bytes() {
      return text.getBytes(StandardCharsets.UTF_8).length;
    }
  }

  /** The ranked files with what fits of them, then what the project says of itself. */
  List<Sent> sent(Optional<ContextPackage> context, int bytes, int most) {
    List<Sent> sent = new ArrayList<>();
    context.ifPresent(found -> sent.addAll(ranked(found, bytes, most)));
    sent.addAll(project());
    return sent;
  }

  private List<Sent> project() {
    List<Sent> project = new ArrayList<>();
    for (String file : PROJECT) {
      excerpts
          .text(file)
          .map(text -> Cut.head(text, LONGEST_NOTE))
          .ifPresent(text -> project.add(new Sent(file, file, text)));
    }
    return project;
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
    return ranked(context, bytes, most).stream()
        .map(file -> fence.around("file", file.about() + "\n" + file.text()))
        .toList();
  }

  private List<Sent> ranked(ContextPackage context, int bytes, int most) {
    List<Sent> files = new ArrayList<>();
    int left = bytes;
    // The keywords are also of what a human said since.
    String said = context.taskDescription() + "\n" + String.join("\n", context.keywords());
    List<RelevantFile> relevant =
        context.relevantFiles().stream()
            .filter(file -> !Paperwork.isBeside(said, file.path()))
            .limit(most)
            .toList();
    for (RelevantFile file : relevant) {
      String about = file.path() + " (" + file.rationale() + ")";
      String excerpt = left >= LEAST ? excerpts.of(file, left).orElse("") : "";
      Sent sent = new Sent(file.path(), about, excerpt);
      left -= sent.bytes();
      files.add(sent);
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
