package dev.conclave.activities.search.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.conclave.activities.search.Repository;
import dev.conclave.activities.workspace.TreeFiles;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Bm25fTest {
  @TempDir Path folder;

  @Test
  void follows_the_formula_with_weights_below_one_and_a_b_for_each_field() throws IOException {
    Repository repository = Repository.in(folder.resolve("r"));
    repository.write("limiter.txt", "token token bucket"); // stem 1 term, comments 3 terms
    repository.write("other.txt", "token"); // comments 1 term
    repository.write("third.txt", "nothing here at all"); // comments 4 terms
    try (TreeFiles tree = repository.commit("all").files();
        CodeIndex index =
            new IndexFolder(folder.resolve("i")).open(tree, words -> {}, text -> text)) {
      Bm25f scorer = new Bm25f(index);

      double[] token = scorer.saturate(scorer.frequencies("token"));
      double mean = (3 + 1 + 4) / 3.0;
      double idf = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5));
      double frequency = 0.6 * 2 / (1 - 0.3 + 0.3 * 3 / mean);
      assertThat(token[number(index, "limiter.txt")])
          .isCloseTo(idf * frequency / (2.5 + frequency), within(1e-6));

      double[] stem = scorer.saturate(scorer.frequencies("limit"));
      double only = Math.log(1 + (3 - 1 + 0.5) / (1 + 0.5));
      assertThat(stem[number(index, "limiter.txt")]).isCloseTo(only * 7 / (2.5 + 7), within(1e-6));
      assertThat(stem[number(index, "other.txt")]).isZero();
    }
  }

  private static int number(CodeIndex index, String path) {
    for (int i = 0; i < index.size(); i++) {
      if (index.isFile(i) && index.file(i).path().equals(path)) {
        return i;
      }
    }
    throw new AssertionError(path);
  }
}
