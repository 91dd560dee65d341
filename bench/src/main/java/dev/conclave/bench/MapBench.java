package dev.conclave.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.agent.PromptContext;
import dev.conclave.activities.agent.PromptContext.Piece;
import dev.conclave.activities.discussion.EvidenceRules;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.search.CodeSearch;
import dev.conclave.activities.search.ContextGatherer;
import dev.conclave.activities.search.source.Outline;
import dev.conclave.activities.search.source.Outline.Definition;
import dev.conclave.bench.Samples.Sample;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.SearchActivities.GatherRequest;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures how many of a task's relevant places the map of the first prompt names, by file and by
 * enclosing definition. The places are those that findings of recorded replies cite, or those that
 * a commit of a repository changed.
 */
@Command(
    name = "bench/map",
    mixinStandardHelpOptions = true,
    description = "Measures the map of the first prompt.")
public final class MapBench implements Callable<Integer> {
  private static final Pattern RANGE = Pattern.compile("(?m)^ (\\d+)(?:-(\\d+))? ");

  @Option(
      names = "--replies",
      description = "Folder of recorded replies: labels.json with the task, and {agent}.1.txt.")
  private Optional<Path> replies = Optional.empty();

  @Option(names = "--commits", defaultValue = "20", description = "Commits for each repository.")
  private int commits = 20;

  @Option(names = "--bytes", defaultValue = "16384", description = "Of the context.")
  private int bytes = 16 << 10;

  @Option(names = "--verbose", description = "Prints the maps, and what they lack.")
  private boolean verbose;

  @Parameters(arity = "1..*", paramLabel = "REPO", description = "Git repositories.")
  private List<Path> repositories = List.of();

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new MapBench()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    System.out.printf(
        "%-34s %7s %6s %8s %6s %7s%n", "places", "places", "file", "in def.", "def.", "bytes");
    for (Path repository : repositories) {
      Path folder = Files.createTempDirectory("conclave-bench");
      try {
        run(
            "git",
            "clone",
            "-q",
            "--shared",
            "--no-checkout",
            repository.toString(),
            folder.resolve("tree").toString());
        if (replies.isPresent()) {
          Recorded recorded = Recorded.read(replies.get());
          Map<String, List<CodeLocation>> sets = new LinkedHashMap<>();
          sets.put("cited by agreed findings", recorded.agreed);
          sets.put("cited by all findings", recorded.cited);
          measure(folder, recorded.commit, recorded.task, sets).forEach(MapBench::print);
        } else {
          Share all = Share.NONE;
          for (Sample sample : new Samples(repository).pick(commits)) {
            Map<String, List<CodeLocation>> changed = Map.of("", changed(repository, sample));
            for (Share share :
                measure(folder, sample.parent(), sample.commit().message(), changed).values()) {
              all = all.plus(share);
            }
          }
          Path name = repository.toAbsolutePath().normalize().getFileName();
          print("changed by commits of " + name, all);
        }
      } finally {
        run("rm", "-rf", folder.toString());
      }
    }
    return 0;
  }

  private static void print(String what, Share share) {
    System.out.printf(
        Locale.ROOT,
        "%-34s %7d %6.3f %8d %6.3f %7d%n",
        what,
        share.places,
        share.files / (double) share.places,
        share.enclosed,
        share.symbols / (double) share.enclosed,
        share.bytes / Math.max(1, share.maps));
  }

  /** How many places the maps name. */
  private record Share(int places, int files, int enclosed, int symbols, long bytes, int maps) {
    static final Share NONE = new Share(0, 0, 0, 0, 0, 0);

    Share plus(Share other) {
      return new Share(
          places + other.places,
          files + other.files,
          enclosed + other.enclosed,
          symbols + other.symbols,
          bytes + other.bytes,
          maps + other.maps);
    }
  }

  private Map<String, Share> measure(
      Path folder, String commit, String task, Map<String, List<CodeLocation>> sets)
      throws Exception {
    Path checkout = folder.resolve("tree");
    run("git", "-C", checkout.toString(), "checkout", "-q", "-f", "--detach", commit);
    Workspace workspace =
        new Workspace(
            "bench",
            "bench",
            "bench",
            checkout.toString(),
            Optional.empty(),
            checkout.toString(),
            true,
            Optional.of(commit));
    DataFolder data = new DataFolder(folder.resolve("data"));
    ContextPackage context;
    try (CodeSearch search = CodeSearch.ofFolder(checkout, data, words -> {}, t -> t)) {
      context =
          new ContextGatherer(Optional.empty(), t -> t, Clock.systemUTC())
              .gather(new GatherRequest("bench", task, List.of(), workspace, commit), search)
              .context();
    }
    List<Piece> parts = new PromptContext(checkout, context.map().orElse(null)).first("", bytes);
    if (verbose) {
      parts.forEach(part -> System.out.println(part.text()));
    }
    Map<String, Share> shares = new LinkedHashMap<>();
    for (Map.Entry<String, List<CodeLocation>> set : sets.entrySet()) {
      shares.put(set.getKey(), share(checkout, set.getValue(), parts));
    }
    return shares;
  }

  private Share share(Path checkout, List<CodeLocation> places, List<Piece> parts)
      throws IOException {
    Set<String> files = new HashSet<>();
    Set<String> ranges = new HashSet<>();
    for (Piece part : parts) {
      files.add(part.path());
      Matcher matcher = RANGE.matcher(part.text());
      while (matcher.find()) {
        String to = matcher.group(2) == null ? matcher.group(1) : matcher.group(2);
        ranges.add(part.path() + ":" + matcher.group(1) + "-" + to);
      }
    }
    int inFiles = 0;
    int enclosed = 0;
    int symbols = 0;
    for (CodeLocation place : places) {
      boolean file = files.contains(place.file());
      inFiles += file ? 1 : 0;
      Path path = checkout.resolve(place.file());
      Optional<Definition> around =
          Files.isRegularFile(path)
              ? Outline.of(place.file(), Files.readString(path, StandardCharsets.ISO_8859_1))
                  .enclosing(place.line())
              : Optional.empty();
      if (around.isPresent()) {
        enclosed++;
        String range = place.file() + ":" + around.get().from() + "-" + around.get().to();
        symbols += ranges.contains(range) ? 1 : 0;
        if (verbose && !ranges.contains(range)) {
          System.out.println("LACKS " + range + " " + around.get().signature());
        }
      } else if (verbose) {
        System.out.println((file ? "no definition around " : "LACKS ") + place);
      }
    }
    long bytes = parts.stream().mapToLong(Piece::bytes).sum();
    return new Share(places.size(), inFiles, enclosed, symbols, bytes, 1);
  }

  /** Returns the lines that a commit changed, in its parent's tree; the first of each run. */
  private static List<CodeLocation> changed(Path repository, Sample sample) {
    String diff;
    try {
      diff =
          new String(
              new Git()
                  .run(
                      Samples.place(repository),
                      "diff",
                      "-U0",
                      "--no-renames",
                      "--no-color",
                      "--no-ext-diff",
                      sample.parent(),
                      sample.commit().id()),
              StandardCharsets.UTF_8);
    } catch (GitFailed e) {
      throw new IllegalStateException("no difference of " + sample.commit().id(), e);
    }
    List<CodeLocation> places = new ArrayList<>();
    String path = "";
    for (String line : diff.split("\n", -1)) {
      if (line.startsWith("--- ")) {
        path = line.startsWith("--- a/") ? line.substring(6) : "";
      } else if (line.startsWith("@@ -") && !path.isEmpty()) {
        places.add(
            new CodeLocation(
                path, Math.max(1, Integer.parseInt(line.substring(4).split("[, ]", 2)[0])), ""));
      }
    }
    return places;
  }

  /** Recorded replies to one task. */
  private record Recorded(
      String task, String commit, List<CodeLocation> cited, List<CodeLocation> agreed) {

    static Recorded read(Path folder) throws IOException {
      JsonNode labels = WireMapper.get().readTree(folder.resolve("labels.json").toFile());
      Set<String> same = new HashSet<>();
      labels.path("same").forEach(pair -> pair.forEach(id -> same.add(id.asText())));
      List<CodeLocation> cited = new ArrayList<>();
      List<CodeLocation> agreed = new ArrayList<>();
      List<Path> files;
      try (Stream<Path> list = Files.list(folder)) {
        files =
            list.filter(file -> file.getFileName().toString().endsWith(".1.txt")).sorted().toList();
      }
      char letter = 'A';
      for (Path file : files) {
        String text = Files.readString(file);
        JsonNode reply =
            WireMapper.get().readTree(text.substring(text.indexOf('{'), text.lastIndexOf('}') + 1));
        int number = 0;
        for (JsonNode finding : reply.path("findings")) {
          number++;
          List<CodeLocation> places = EvidenceRules.citedIn(finding.asText());
          cited.addAll(places);
          if (same.contains(letter + "" + number)) {
            agreed.addAll(places);
          }
        }
        letter++;
      }
      return new Recorded(
          labels.path("task").asText(), labels.path("commit").asText(), cited, agreed);
    }
  }

  private static void run(String... command) throws Exception {
    if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
      throw new IOException("failed: " + String.join(" ", command));
    }
  }
}
