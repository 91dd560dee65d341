package dev.conclave.activities.artifact;

import dev.conclave.activities.artifact.Sections.FileNode;
import dev.conclave.activities.artifact.Sections.Modification;
import dev.conclave.activities.artifact.Sections.NodeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Nests files into their folders. */
final class FileTree {
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
    children.computeIfAbsent(names[depth], name -> new FileTree(below)).put(node, names, depth + 1);
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
