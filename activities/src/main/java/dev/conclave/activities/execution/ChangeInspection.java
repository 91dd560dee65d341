package dev.conclave.activities.execution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.planning.PlanScope;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.workspace.ExecutionBase;
import dev.conclave.activities.workspace.ExecutionRepository;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.activities.workspace.TreeFiles.TreeFile;
import dev.conclave.activities.workspace.UserRepository;
import dev.conclave.workflows.api.ExecutionActivities.InspectOrder;
import dev.conclave.workflows.api.ExecutionActivities.TaskChange;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
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

/** Reads what lies between two trees. Used by one thread. */
final class ChangeInspection implements AutoCloseable {
  private static final int MOST = 100;
  private static final int LONGEST_STAT = 4 << 10;
  private static final int LARGEST_READ = 4 << 20;
  private static final String GITLINK = "160000";

  /** Files by which a project says what its checks are and do. */
  private static final Pattern DEFINES_CHECKS =
      Pattern.compile(
          "(?i)(?:gnu)?makefile|.*\\.mk|justfile|rakefile|taskfile\\.ya?ml|noxfile\\.py|tox\\.ini|pytest\\.ini"
              + "|\\.coveragerc|setup\\.cfg|\\.rspec|phpunit\\.xml(?:\\.dist)?|\\.mocharc(?:\\..*)?|\\.pre-commit-config\\.yaml"
              + "|(?:jest|vitest|karma|playwright|cypress|ava|wdio|nightwatch|eslint|biome)\\.(?:conf(?:ig)?\\.)?\\w+"
              + "|\\.eslintrc(?:\\..*)?|\\.golangci\\.ya?ml|mvnw|gradlew|ctestcustom\\.cmake");

  private static final String PACKAGE = "package.json";
  private static final List<String> CHECKS_OF_PACKAGE =
      List.of("scripts", "jest", "mocha", "ava", "c8", "nyc", "vitest");
  private static final String PYPROJECT = "pyproject.toml";
  private static final Pattern CHECKS_OF_PYPROJECT =
      Pattern.compile("\\[+tool\\.(?:pytest|tox|nox|coverage|mypy|ruff)[\\].].*");

  private final ExecutionRepository repository;
  private final InspectOrder order;
  private final UnaryOperator<String> redact;
  private final TreeFiles base;
  private final TreeFiles from;
  private final TreeFiles to;
  private final List<Entry> entries;

  /** A file that differs, by its raw name, without renames. */
  private record Entry(String raw, String before, String blobBefore, String mode, String blob) {
    String path() {
      return RawNames.text(raw);
    }

    boolean isFile() {
      return !before.equals(GITLINK) && !mode.equals(GITLINK);
    }
  }

  ChangeInspection(
      ExecutionRepository repository, InspectOrder order, UnaryOperator<String> redact) {
    this.repository = repository;
    this.order = order;
    this.redact = redact;
    List.of(order.base(), order.from(), order.to()).forEach(repository::require);
    this.base = repository.files(order.base());
    this.from = repository.files(order.from());
    this.to = repository.files(order.to());
    this.entries = entries();
  }

  private List<Entry> entries() {
    List<String> raw =
        RawNames.split(
            repository.run("diff-tree", "-r", "-z", "--no-renames", order.from(), order.to()));
    List<Entry> found = new ArrayList<>();
    for (int i = 0; i + 1 < raw.size(); i += 2) {
      String[] fields = raw.get(i).substring(1).split(" ");
      found.add(new Entry(raw.get(i + 1), fields[0], fields[2], fields[1], fields[3]));
    }
    return found;
  }

  TaskChange read(DocumentRef diff) {
    Set<String> named =
        order.files().stream()
            .map(PlanFile::path)
            .map(path -> TreeFacts.inside(path).orElse(path))
            .collect(Collectors.toSet());
    PlanScope scope = new PlanScope(order.scope().scope(), TreeFacts.of(from));
    List<Entry> shielded = shielded(named);
    int[] lines = lines();
    return new TaskChange(
        entries.size(),
        lines[0],
        lines[1],
        paths(entry -> true),
        paths(entry -> !named.isEmpty() && !isNamed(entry.path(), named)),
        paths(entry -> scope.objection(entry.path()).isPresent()),
        paths(this::holdsSecret),
        shielded.stream().map(Entry::path).sorted().limit(MOST).toList(),
        unmanaged(),
        dependencies(),
        checkTree(shielded),
        Cut.lines(stat(), LONGEST_STAT),
        diff);
  }

  private List<String> paths(Predicate<Entry> which) {
    return entries.stream().filter(which).map(Entry::path).sorted().limit(MOST).toList();
  }

  private static boolean isNamed(String path, Set<String> named) {
    return named.contains(path) || named.stream().anyMatch(one -> path.startsWith(one + "/"));
  }

  /** Lines added and removed. */
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

  /** A secret among the lines that are new, or a file that holds nothing else. */
  private boolean holdsSecret(Entry entry) {
    String after = text(to, entry);
    Set<String> before = new HashSet<>(Arrays.asList(text(from, entry).split("\n", -1)));
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

  /** A file's text; empty where it is not there, a link, binary or very large. */
  private static String text(TreeFiles files, Entry entry) {
    return files
        .find(entry.path())
        .filter(file -> !file.isLink() && file.size() <= LARGEST_READ)
        .map(files::bytes)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .filter(text -> text.indexOf('\0') < 0)
        .orElse("");
  }

  /** Tests and definitions of checks that were there before, and that the task does not name. */
  private List<Entry> shielded(Set<String> named) {
    return entries.stream()
        .filter(entry -> from.exists(entry.path()) && !isNamed(entry.path(), named))
        .filter(this::defines)
        .toList();
  }

  private boolean defines(Entry entry) {
    String name = PathKind.name(entry.path());
    return switch (name) {
      case PACKAGE -> !checksOfPackage(text(from, entry)).equals(checksOfPackage(text(to, entry)));
      case PYPROJECT -> !sections(text(from, entry)).equals(sections(text(to, entry)));
      default ->
          PathKind.of(entry.path()) == PathKind.TEST || DEFINES_CHECKS.matcher(name).matches();
    };
  }

  private static Optional<ObjectNode> checksOfPackage(String text) {
    return json(text).map(root -> root.retain(CHECKS_OF_PACKAGE));
  }

  private static Optional<ObjectNode> json(String text) {
    try {
      return Optional.of(WireMapper.get().readTree(text))
          .filter(ObjectNode.class::isInstance)
          .map(ObjectNode.class::cast);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** The lines of a TOML file's tables that say how it is checked. */
  private static List<String> sections(String toml) {
    List<String> lines = new ArrayList<>();
    boolean inside = false;
    for (String line : toml.lines().map(String::strip).toList()) {
      inside = line.startsWith("[") ? CHECKS_OF_PYPROJECT.matcher(line).matches() : inside;
      if (inside && !line.isEmpty()) {
        lines.add(line);
      }
    }
    return lines;
  }

  /** The changed tree with protected files as they were before anybody changed them. */
  private String checkTree(List<Entry> shielded) {
    if (shielded.isEmpty()) {
      return order.to();
    }
    List<String> lines = new ArrayList<>();
    for (Entry entry : shielded) {
      TreeFile before = base.find(entry.path()).or(() -> from.find(entry.path())).orElseThrow();
      lines.add(before.mode() + " " + restored(entry, before) + "\t" + entry.raw());
    }
    return repository.edited(order.to(), lines);
  }

  /** The blob that checks see: of package.json, dependencies may change. */
  private String restored(Entry entry, TreeFile before) {
    if (PathKind.name(entry.path()).equals(PACKAGE)) {
      TreeFiles whole = base.exists(entry.path()) ? base : from;
      Optional<ObjectNode> old = json(text(whole, entry));
      Optional<ObjectNode> now = json(text(to, entry));
      if (old.isPresent() && now.isPresent()) {
        now.get().remove(CHECKS_OF_PACKAGE);
        old.get().retain(CHECKS_OF_PACKAGE);
        now.get().setAll(old.get());
        return repository.blob(now.get().toPrettyString().getBytes(StandardCharsets.UTF_8));
      }
    }
    return before.blob();
  }

  /** Changed files of Git LFS, or of another filter, whose commit takes a program. */
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
                    .filter(ExecutionBase::isLfsPointer)
                    .isPresent())
        .map(Entry::path)
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
        List<String> files = entries.stream().filter(Entry::isFile).map(Entry::raw).toList();
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
    for (Entry entry : entries) {
      added.addAll(Dependencies.added(entry.path(), text(from, entry), text(to, entry)));
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
