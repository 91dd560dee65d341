package dev.conclave.activities.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.discussion.DiscussionActivitiesImpl;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Point.Changes;
import dev.conclave.workflows.discussion.Ledger.Point.PointKind;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From replies and a git tree to the artifact, through every rule. */
class RealRoundTest {
  @TempDir private Path temp;
  @AutoClose private TreeFiles files;
  private SynthesisRecord round;

  @BeforeEach
  void discuss() throws IOException {
    Path root = temp.resolve("my shop");
    copy(Sessions.folder("tree"), root);
    Workspace workspace =
        new Workspace(
            "host-1",
            "lima",
            "shop",
            root.toString(),
            Optional.empty(),
            root.resolve(".workflow/.multi-cli-plan").toString(),
            false,
            Optional.empty());
    DataFolder data = new DataFolder(temp.resolve("data"));
    DocumentStore documents = DocumentStore.in(data);
    GitTrees trees = new GitTrees(data, documents);
    String tree = trees.name(workspace).id();
    files = trees.files(workspace, tree);
    DiscussionActivitiesImpl rules =
        new DiscussionActivitiesImpl(
            documents, (space, id) -> TreeFacts.of(trees.files(space, id)));
    Synthesis outcome =
        Sessions.discussed(
            documents,
            rules,
            1,
            workspace,
            tree,
            List.of(Sessions.reply("gemini"), Sessions.reply("qwen")),
            Optional.of(moderation()));
    round = WireMapper.get().readValue(documents.get(outcome.document()), SynthesisRecord.class);
    assertThat(outcome.ledger()).isEqualTo(round.count().ledger());
  }

  /** Returns the moderation of these two replies. */
  private static Moderation moderation() {
    return new Moderation(
        List.of(
            new Moderation.SamePoint(
                Optional.empty(),
                LocalizedText.of("The filter chain is where the limit belongs"),
                List.of("gemini.1.f1", "qwen.1.f1"),
                PointKind.CHOICE,
                Changes.CHOICE)),
        List.of(),
        List.of(),
        List.of(
            new Moderation.SameApproach(
                Optional.empty(),
                new LocalizedText("Token bucket filter", "令牌桶过滤器"),
                List.of("gemini.1.s1", "qwen.1.s1"),
                List.of(),
                List.of(),
                List.of())),
        List.of(),
        List.of());
  }

  @Test
  void the_artifact_of_a_real_round_fits_its_schema_and_shows_the_tree() {
    JsonNode artifact =
        SynthesisFile.render(
            new RoundMaterial(
                round, Ledger.EMPTY, List.of(), Optional.empty(), TreeSource.of(files)));
    assertThat(ArtifactKind.SYNTHESIS.errors(artifact)).isEmpty();
    assertThat(artifact.at("/solutions")).as("nobody has confirmed that they are one").hasSize(2);
    assertThat(artifact.at("/solutions/0/source_cli")).hasSize(1);
    assertThat(artifact.at("/decision/selectedSolution/title/zh").asText()).isNotEmpty();
    assertThat(artifact.at("/relatedFiles/dependencyGraph/0/target").asText())
        .as("from the import that the file has")
        .isEqualTo("src/main/java/shop/auth/TokenCheck.java");
    assertThat(artifact.toString())
        .contains("return List.of(new RequestLog(), tokens::check, new Json());");
    assertThat(artifact.at("/consensus_points")).as("nobody has voted").isEmpty();
    assertThat(artifact.at("/ledger/points").findValuesAsText("state")).contains("put-together");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> walk = Files.walk(from)) {
      for (Path path : (Iterable<Path>) walk::iterator) {
        Path target = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else {
          Files.copy(path, target);
        }
      }
    }
  }
}
