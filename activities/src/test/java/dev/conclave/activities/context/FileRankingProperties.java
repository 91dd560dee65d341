package dev.conclave.activities.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.conclave.activities.context.FileRanking.Mention;
import dev.conclave.activities.context.FileRanking.PackedFile;
import dev.conclave.activities.context.FileRanking.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

/** Invariants of the ranking for any imports and sources; see docs/context.md. */
class FileRankingProperties {

  @Property
  void every_file_follows_its_imports_except_in_a_cycle(@ForAll long seed) {
    Map<String, Set<String>> imports = imports(new Random(seed));

    List<String> order = FileRanking.order(imports);

    assertThat(order).containsExactlyInAnyOrderElementsOf(imports.keySet());
    imports.forEach(
        (from, targets) -> {
          for (String to : targets) {
            if (!reached(to, imports, new TreeSet<>()).contains(from)) {
              assertThat(order.indexOf(to)).as("%s > %s", from, to).isLessThan(order.indexOf(from));
            }
          }
        });
  }

  private static Set<String> reached(
      String from, Map<String, Set<String>> imports, Set<String> reached) {
    imports.get(from).stream().filter(reached::add).forEach(to -> reached(to, imports, reached));
    return reached;
  }

  private static Map<String, Set<String>> imports(Random random) {
    int files = 1 + random.nextInt(12);
    Map<String, Set<String>> imports = new LinkedHashMap<>();
    for (int from = 0; from < files; from++) {
      Set<String> targets = new TreeSet<>();
      for (int many = random.nextInt(3); many > 0; many--) {
        int to = random.nextInt(files);
        if (to != from) {
          targets.add("f" + to);
        }
      }
      imports.put("f" + from, targets);
    }
    return imports;
  }

  @Property
  void another_mention_never_lowers_a_score_and_none_exceeds_1(
      @ForAll @DoubleRange(min = 0, max = 1) double relevance, @ForAll long seed) {
    Random random = new Random(seed);
    List<Mention> mentions = new ArrayList<>();
    double before = new PackedFile("a.ts", 0, mentions).raised(relevance);
    assertThat(before).isCloseTo(relevance, within(1e-12));
    for (int i = 0; i < 6; i++) {
      Source source = Source.values()[random.nextInt(Source.values().length)];
      mentions.add(new Mention(source, random.nextDouble(), "why"));
      double raised = new PackedFile("a.ts", 0, mentions).raised(relevance);
      assertThat(raised).isBetween(before, 1.0);
      before = raised;
    }
  }
}
