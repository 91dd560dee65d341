package dev.conclave.activities.workspace;

import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.workspace.ChangedTrees.ImportedTree;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The starting point of an execution: the checked-out commit, and its tree with uncommitted
 * changes.
 *
 * @param dirty uncommitted paths, sorted
 * @param notes what the user should know about left-out files
 */
public record ExecutionBase(
    Optional<String> head, String headTree, String tree, List<String> dirty, List<String> notes) {
  static ExecutionBase withoutGit(ExecutionRepository repository) {
    String tree = repository.trees().name(repository.workspace()).id();
    repository.require(tree);
    return new ExecutionBase(Optional.empty(), tree, tree, List.of(), List.of());
  }

  /** Imports the checked-out content of the user's repository, which is only read. */
  @SuppressWarnings("try") // a lock is held, not used
  static ExecutionBase of(ExecutionRepository repository, UserRepository user) {
    TreeRepository all = repository.all();
    try (PathLock lock = all.lock()) {
      // Fetching a commit of ours again would cut off its history.
      String head = user.parsed("HEAD^{commit}").filter(all::keeps).orElse("");
      if (head.isEmpty()) {
        head = repository.git().fetchHead(all.place(), user.root());
        all.keep(head);
      }
      String headTree = repository.git().line(all.place(), "rev-parse", head + "^{tree}");
      all.keep(headTree);
      String[] command = {"ls-tree", "-r", "-z", "--full-tree", headTree};
      List<String> entries = RawNames.split(repository.git().run(all.place(), command));
      ImportedTree base = new ImportedTree(headTree, Map.of());
      ImportedTree read = WorkTree.read(all, user, repository.trees().data().root(), base, entries);
      List<String> notes = new ArrayList<>();
      read.apart().forEach((path, why) -> notes.add(path + " is left out: " + why));
      long submodules = entries.stream().filter(entry -> entry.startsWith("160000 ")).count();
      if (submodules > 0) {
        notes.add(
            Words.counted(submodules, "submodule") + " left empty; changes inside are left out");
      }
      return new ExecutionBase(
          Optional.of(head),
          headTree,
          read.tree(),
          repository.differences(headTree, read.tree()).stream()
              .map(ExecutionRepository.Difference::path)
              .sorted()
              .toList(),
          notes);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + user.root() + ": " + e.getMessage(), e);
    }
  }
}
