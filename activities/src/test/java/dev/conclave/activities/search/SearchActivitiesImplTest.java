package dev.conclave.activities.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.SearchActivities.GatherRequest;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchActivitiesImplTest {
  @TempDir Path folder;

  @Test
  void the_named_tree_is_searched_and_not_the_current_folder() throws IOException {
    Repository repository = Gateway.write(Repository.in(folder.resolve("r")));
    DataFolder data = new DataFolder(folder.resolve("data"));
    DocumentStore documents = DocumentStore.in(data);
    GitTrees trees = new GitTrees(data, documents);
    Workspace workspace = workspace(repository);
    Tree tree = trees.name(workspace);
    repository.write("src/limits/token_bucket.py", "gone = True\n");
    SearchActivitiesImpl activities =
        new SearchActivitiesImpl(
            new ContextGatherer(Optional.empty(), text -> text, Clock.systemUTC()),
            trees,
            documents,
            () -> words -> {});

    GatheredContext gathered =
        activities.gather(
            new GatherRequest("S", "TokenBucket refill", List.of(), workspace, tree.id()));

    ContextPackage context =
        WireMapper.get().readValue(documents.get(gathered.context()), ContextPackage.class);
    assertThat(context.relevantFiles().get(0).path()).isEqualTo("src/limits/token_bucket.py");
    assertThat(context.relevantFiles().get(0).symbols()).contains("TokenBucket");
    assertThat(context.workspace().head()).isPresent();
    assertThat(context.workspace().dirty()).isFalse();
    assertThat(gathered.filesIdentified()).isEqualTo(context.relevantFiles().size());
    assertThat(gathered.queries()).isEqualTo(4);
    assertThat(gathered.backend()).isEqualTo("lucene");
    assertThat(gathered.patternsDetected()).contains("Flask");
    assertThat(gathered.notes()).isEmpty();
  }

  private static Workspace workspace(Repository repository) {
    return new Workspace(
        "h",
        "host",
        "gateway",
        repository.root().toString(),
        Optional.empty(),
        "",
        true,
        Optional.of(repository.git("rev-parse", "HEAD")));
  }
}
