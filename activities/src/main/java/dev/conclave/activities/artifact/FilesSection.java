package dev.conclave.activities.artifact;

import dev.conclave.activities.artifact.Sections.FileNode;
import dev.conclave.activities.artifact.Sections.Grade;
import dev.conclave.activities.artifact.Sections.Impact;
import dev.conclave.activities.artifact.Sections.Modification;
import dev.conclave.activities.artifact.Sections.NodeType;
import dev.conclave.activities.artifact.Sections.RelatedFiles;
import dev.conclave.activities.artifact.Sections.Snippet;
import dev.conclave.activities.artifact.SourceView.Use;
import dev.conclave.activities.discussion.EvidenceRules.CitedPlace;
import dev.conclave.activities.discussion.Translations;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Solution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The files a round speaks of: as a tree, by their imports, and the weightiest. */
final class FilesSection {
  private static final int MOST_IMPACTS = 10;
  private static final int MOST_EDGES = 200;

  private final RoundMaterial material;
  private final Translations words;
  private final Snippets snippets;
  private final Map<String, List<CitedPlace>> cited;

  FilesSection(RoundMaterial material, Translations words, Snippets snippets) {
    this.material = material;
    this.words = words;
    this.snippets = snippets;
    this.cited = material.cited();
  }

  RelatedFiles render() {
    return new RelatedFiles(tree(), graph(), impacts());
  }

  private List<FileNode> tree() {
    List<FileNode> files = new ArrayList<>();
    cited.forEach((path, places) -> files.add(cited(path, places)));
    material.context().stream()
        .flatMap(context -> context.relevantFiles().stream())
        .flatMap(file -> TreeFacts.inside(file.path()).stream())
        .filter(path -> !cited.containsKey(path))
        .distinct()
        .forEach(path -> files.add(known(path)));
    return FileTree.nest(files);
  }

  private static FileNode known(String path) {
    return new FileNode(
        path,
        NodeType.FILE,
        Modification.UNCHANGED,
        Optional.of(Grade.LOW),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private FileNode cited(String path, List<CitedPlace> places) {
    Evidence verdict = RoundMaterial.best(places);
    Optional<Snippet> snippet =
        places.stream()
            .filter(place -> place.verdict() != Evidence.MISSING)
            .flatMap(
                place ->
                    snippets
                        .at(path, place.line(), RoundMaterial.claim(places).map(words::label))
                        .stream())
            .findFirst();
    return new FileNode(
        path,
        NodeType.FILE,
        isNew(places, verdict) ? Modification.ADDED : Modification.MODIFIED,
        Optional.of(Grade.MEDIUM),
        Optional.empty(),
        snippet,
        Optional.of(FileWords.of(verdict)));
  }

  /** A file that approaches want to touch and that is not there is one they want to add. */
  private static boolean isNew(List<CitedPlace> places, Evidence verdict) {
    return verdict == Evidence.MISSING
        && places.stream().anyMatch(place -> place.source() == CitedPlace.Source.APPROACH);
  }

  private List<Use> graph() {
    return material.source().uses(cited.keySet()).stream()
        .filter(use -> !use.target().equals(use.source()))
        .distinct()
        .sorted(
            Comparator.comparing(Use::source)
                .thenComparing(Use::target)
                .thenComparing(Use::relationship))
        .limit(MOST_EDGES)
        .toList();
  }

  private List<Impact> impacts() {
    Set<String> leading =
        material.leading().stream()
            .map(Solution::affectedFiles)
            .flatMap(List::stream)
            .map(CodeLocation::file)
            .flatMap(file -> TreeFacts.inside(file).stream())
            .collect(Collectors.toSet());
    return cited.entrySet().stream()
        .map(file -> impact(file.getKey(), file.getValue(), leading.contains(file.getKey())))
        .sorted(Comparator.comparing(Impact::score).thenComparing(Impact::filePath))
        .limit(MOST_IMPACTS)
        .toList();
  }

  /** What several agents cite and the leading solution touches weighs most. */
  private Impact impact(String path, List<CitedPlace> places, boolean inLeading) {
    List<String> agents = RoundMaterial.agents(places);
    boolean there = RoundMaterial.best(places) == Evidence.THERE;
    boolean shared = agents.size() > 1;
    Grade grade = there ? Grade.MEDIUM : Grade.LOW;
    if (shared || inLeading) {
      grade = shared && inLeading && there ? Grade.CRITICAL : Grade.HIGH;
    }
    return new Impact(
        path,
        RoundMaterial.line(places),
        grade,
        RoundMaterial.claim(places).map(words::label).orElse(Phrases.citedBy(agents)));
  }

  /** Nests files into their folders. */
  static final class FileTree {
    private final String path;
    private final Map<String, FileTree> children = new TreeMap<>();
    private Optional<FileNode> file = Optional.empty();

    private FileTree(String path) {
      this.path = path;
    }

    /** The nodes of the root, each with what is in it, by name. */
    static List<FileNode> nest(List<FileNode> files) {
      FileTree root = new FileTree("");
      files.forEach(file -> root.put(file, file.path().split("/", -1), 0));
      return root.nodes();
    }

    private void put(FileNode node, String[] names, int depth) {
      if (depth == names.length) {
        file = Optional.of(node);
        return;
      }
      String below = path.isEmpty() ? names[depth] : path + "/" + names[depth];
      children
          .computeIfAbsent(names[depth], name -> new FileTree(below))
          .put(node, names, depth + 1);
    }

    private List<FileNode> nodes() {
      List<FileNode> nodes = new ArrayList<>();
      children.values().forEach(child -> nodes.add(child.node()));
      return List.copyOf(nodes);
    }

    private FileNode node() {
      if (children.isEmpty() && file.isPresent()) {
        return file.get();
      }
      List<FileNode> inside = nodes();
      boolean touched =
          inside.stream().anyMatch(node -> node.modificationStatus() != Modification.UNCHANGED);
      return new FileNode(
          path,
          NodeType.DIRECTORY,
          touched ? Modification.MODIFIED : Modification.UNCHANGED,
          Optional.empty(),
          Optional.of(inside),
          Optional.empty(),
          Optional.empty());
    }
  }
}
