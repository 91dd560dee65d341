package dev.conclave.activities.workspace;

import static dev.conclave.activities.workspace.TestRepositories.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.workspace.Listing.LeftOut;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeIndexTest {
  @TempDir Path temp;

  @Test
  void files_that_git_refuses_do_not_cost_the_others() throws Exception {
    Path root = Files.createDirectories(temp.resolve("root"));
    Set<String> files = new LinkedHashSet<>();
    for (int i = 0; i < 50; i++) {
      write(root, "f" + i + ".txt=" + i);
      files.add("f" + i + ".txt");
    }
    // Git takes nothing below a folder of this name, whatever it is.
    write(root, "x/.git/one=1", "x/.git/two=2");
    files.addAll(List.of("x/.git/one", "x/.git/two", "vanished meanwhile"));
    Git git = new Git();
    TreeRepository repository = new TreeRepository(git, temp.resolve("trees"));
    repository.prepare();
    GitPlace place = GitPlace.over(repository.gitDir(), root, repository.index());

    TreeIndex.Held held = new TreeIndex(git, place, root).hold(files);
    assertThat(held.files()).isEqualTo(50);
    assertThat(held.refused())
        .containsExactlyInAnyOrder(
            new LeftOut("x/.git/one", "refused by Git"),
            new LeftOut("x/.git/two", "refused by Git"));

    assertThat(new TreeIndex(git, place, root).hold(Set.of("f7.txt")).refused()).isEmpty();
    assertThat(RawNames.split(git.run(place, "ls-files", "-z"))).containsExactly("f7.txt");
  }
}
