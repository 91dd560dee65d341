package dev.conclave.activities.execution;

import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.planning.PlanScope;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.workspace.ExecutionRepository;
import dev.conclave.activities.workspace.ExecutionRepository.Difference;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.activities.workspace.TreeFiles.TreeFile;
import dev.conclave.activities.workspace.UserRepository;
import dev.conclave.activities.workspace.WorkTree;
import dev.conclave.workflows.api.ExecutionActivities.InspectOrder;
import dev.conclave.workflows.api.ExecutionActivities.TaskChange;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.Cut;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Inspects the differences between two trees. Not thread-safe. */
final class ChangeInspection implements AutoCloseable {
  private static final int MOST = 100;
  private static final int LONGEST_STAT = 4 << 10;
  private static final int LARGEST_READ = 4 << 20;
  private static final String NOTHING = "0".repeat(40);

  private final ExecutionRepository repository;
  private final InspectOrder order;
  private final UnaryOperator<String> redact;
  private final TreeFiles base;
  private final TreeFiles from;
  private final TreeFiles to;
  private final List<Difference> entries;

  ChangeInspection(
      ExecutionRepository repository, InspectOrder order, UnaryOperator<String> redact) {
    this.repository = repository;
    this.order = order;
    this.redact = redact;
    List.of(order.base(), order.from(), order.to()).forEach(repository::require);
    this.base = repository.files(order.base());
    this.from = repository.files(order.from());
    this.to = repository.files(order.to());
    this.entries = repository.differences(order.from(), order.to());
  }

  TaskChange read(DocumentRef diff) {
    Set<String> named = named(order.files().stream().map(PlanFile::path).toList());
    PlanScope scope = new PlanScope(order.scope().scope(), TreeFacts.of(from));
    CheckDefinitions definitions = CheckDefinitions.of(order.checks(), base::exists);
    int[] lines = lines();
    return new TaskChange(
        entries.size(),
        lines[0],
        lines[1],
        paths(entry -> true),
        paths(entry -> !named.isEmpty() && !isNamed(entry.path(), named)),
        paths(entry -> scope.objection(entry.path()).isPresent()),
        paths(this::holdsSecret),
        paths(entry -> isProtected(entry, definitions)),
        unmanaged(),
        dependencies(),
        checkTree(shielded(definitions)),
        Cut.lines(stat(), LONGEST_STAT),
        diff);
  }

  private static Set<String> named(List<String> paths) {
    return paths.stream()
        .map(path -> TreeFacts.inside(path).orElse(path))
        .collect(Collectors.toSet());
  }

  private List<String> paths(Predicate<Difference> which) {
    return entries.stream().filter(which).map(Difference::path).sorted().limit(MOST).toList();
  }

  private static boolean isNamed(String path, Set<String> named) {
    return named.contains(path) || named.stream().anyMatch(one -> path.startsWith(one + "/"));
  }

  /** Returns the number of added and of removed lines. */
  private int[] lines() {
    int[] lines = new int[2];
    String[] command = {"diff-tree", "-r", "-z", "--numstat", "--no-renames"};
    for (String line : RawNames.split(diff(command))) {
      String[] fields = line.split("\t");
      if (fields.length > 2 && !fields[0].equals("-")) {
        lines[0] += Integer.parseInt(fields[0]);
        lines[1] += Integer.parseInt(fields[1]);
      }
    }
    return lines;
  }

  private String stat() {
    return new String(diff("diff-tree", "-r", "-M", "--stat=80"), StandardCharsets.UTF_8);
  }

  private byte[] diff(String... command) {
    return repository.run(
        Stream.concat(Stream.of(command), Stream.of(order.from(), order.to()))
            .toArray(String[]::new));
  }

  /** Whether the added lines contain a secret, or a new file is of a kind that holds secrets. */
  private boolean holdsSecret(Difference entry) {
    String after = text(to, entry.path());
    Set<String> before = new HashSet<>(Arrays.asList(text(from, entry.path()).split("\n", -1)));
    String added =
        after.lines().filter(line -> !before.contains(line)).collect(Collectors.joining("\n"));
    boolean made = entry.before().equals("000000");
    return isMarked(added) || (made && SecretFilter.holdsSecrets(entry.path()) && !after.isBlank());
  }

  private boolean isMarked(String text) {
    return marks(redact.apply(text)) > marks(text);
  }

  private static long marks(String text) {
    return Pattern.compile(SecretFilter.MARK).matcher(text).results().count();
  }

  /** Returns a file's text; empty for missing, binary or very large files and for links. */
  private static String text(TreeFiles files, String path) {
    return files
        .find(path)
        .filter(file -> !file.isLink() && file.size() <= LARGEST_READ)
        .map(files::bytes)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .filter(text -> text.indexOf('\0') < 0)
        .orElse("");
  }

  /**
   * Returns unrequested changes of existing tests and of files that define checks. Covers all
   * changes since the execution began, because checks of later tasks must not use them either.
   */
  private List<Difference> shielded(CheckDefinitions definitions) {
    Set<String> asked = named(order.definers());
    List<Difference> all =
        order.base().equals(order.from())
            ? entries
            : repository.differences(order.base(), order.to());
    return all.stream()
        .filter(entry -> !isNamed(entry.path(), asked))
        .filter(entry -> isProtected(entry, definitions))
        .toList();
  }

  private boolean isProtected(Difference entry, CheckDefinitions definitions) {
    String path = entry.path();
    boolean changesTest = base.exists(path) && CheckDefinitions.isTest(path);
    return changesTest
        || !definitions.in(path, whole(base, path)).equals(definitions.in(path, whole(to, path)));
  }

  /** Returns a file's text, or its blob id if it has no text. */
  private static String whole(TreeFiles files, String path) {
    String text = text(files, path);
    return text.isEmpty() ? files.find(path).map(TreeFile::blob).orElse("") : text;
  }

  /** Returns the changed tree with the original content of protected files. */
  private String checkTree(List<Difference> shielded) {
    if (shielded.isEmpty()) {
      return order.to();
    }
    List<String> removed = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (Difference entry : shielded) {
      String path = entry.path();
      Optional<String> merged = CheckDefinitions.restored(path, text(base, path), text(to, path));
      TreeFile before = base.find(path).orElse(null);
      if (merged.isPresent()) {
        String blob = repository.blob(merged.get().getBytes(StandardCharsets.UTF_8));
        lines.add("100644 " + blob + "\t" + entry.raw());
      } else if (before == null) {
        removed.add("0 " + NOTHING + "\t" + entry.raw());
      } else {
        lines.add(before.mode() + " " + before.blob() + "\t" + entry.raw());
      }
    }
    // Removals come first, so that a file can replace a folder.
    removed.addAll(lines);
    return repository.edited(order.to(), removed);
  }

  /**
   * Returns changed files of Git LFS or of another filter, because committing them needs a program.
   */
  private List<String> unmanaged() {
    Set<String> found = new TreeSet<>();
    UserRepository.around(repository.git(), repository.workspace())
        .ifPresent(user -> found.addAll(filtered(user)));
    entries.stream()
        .filter(
            entry ->
                from.find(entry.path())
                    .filter(file -> file.size() < LARGEST_READ)
                    .map(from::bytes)
                    .filter(WorkTree::isLfsPointer)
                    .isPresent())
        .map(Difference::path)
        .forEach(found::add);
    return found.stream().limit(MOST).toList();
  }

  private List<String> filtered(UserRepository user) {
    try {
      Path attributes = Files.createTempDirectory(repository.folder(), "attributes-");
      try {
        for (TreeFile file : to.list()) {
          if (PathKind.name(file.path()).equals(".gitattributes") && !file.isLink()) {
            Path copy = RawNames.path(attributes, file.raw());
            Files.createDirectories(Objects.requireNonNull(copy.getParent()));
            Files.write(copy, to.bytes(file));
          }
        }
        List<String> files =
            entries.stream().filter(Difference::isFile).map(Difference::raw).toList();
        return user.filtered(attributes, files).stream().map(RawNames::text).toList();
      } finally {
        Folders.delete(attributes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read attributes in " + repository.folder(), e);
    }
  }

  private List<String> dependencies() {
    Set<String> added = new TreeSet<>();
    for (Difference entry : entries) {
      added.addAll(
          Dependencies.added(entry.path(), text(from, entry.path()), text(to, entry.path())));
    }
    return added.stream().limit(MOST).toList();
  }

  @Override
  public void close() {
    base.close();
    from.close();
    to.close();
  }
}
