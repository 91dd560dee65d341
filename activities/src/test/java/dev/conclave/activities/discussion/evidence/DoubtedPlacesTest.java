package dev.conclave.activities.discussion.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.discussion.CitedPlace;
import dev.conclave.activities.discussion.CitedPlace.Source;
import dev.conclave.workflows.discussion.CitedPlaces;
import dev.conclave.workflows.discussion.Evidence;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DoubtedPlacesTest {
  private static final TreeFacts TREE =
      TreeFacts.of(
          path ->
              path.equals("src/限流.py")
                  ? Optional.of("limiter = 1\nbucket = 2\n")
                  : Optional.empty());

  private static CitedPlace place(Source source, String file, int line, Evidence verdict) {
    return new CitedPlace("gemini", source, "the limiter", file, line, verdict);
  }

  @Test
  void a_missing_file_and_a_line_behind_the_end_are_both_not_in_the_code() {
    CitedPlaces places =
        DoubtedPlaces.of(
            List.of(
                place(Source.FINDING, "src/gone.py", 3, Evidence.MISSING),
                place(Source.FINDING, "src/限流.py", 99, Evidence.UNSUPPORTED),
                place(Source.FINDING, "../etc/passwd", 1, Evidence.MISSING),
                place(Source.FINDING, "src/限流.py", 1, Evidence.VERIFIED)),
            TREE);

    assertThat(places.cited()).isEqualTo(4);
    assertThat(places.absent().count()).isEqualTo(3);
    assertThat(places.absent().first())
        .containsExactly("src/gone.py:3", "src/限流.py:99", "../etc/passwd:1");
    assertThat(places.unsupported().count()).isZero();
  }

  @Test
  void a_place_that_bears_out_one_claim_is_not_doubted_for_another() {
    CitedPlaces places =
        DoubtedPlaces.of(
            List.of(
                place(Source.FINDING, "src/限流.py", 1, Evidence.UNSUPPORTED),
                place(Source.CODE_LOCATION, "src/限流.py", 1, Evidence.VERIFIED),
                place(Source.FINDING, "src/限流.py", 2, Evidence.UNSUPPORTED)),
            TREE);

    assertThat(places.cited()).isEqualTo(2);
    assertThat(places.unsupported().first()).containsExactly("src/限流.py:2");
  }

  @Test
  void the_share_of_evidence_and_the_doubted_places_count_the_same_places() {
    List<CitedPlace> evidence =
        List.of(
            place(Source.FINDING, "src/限流.py", 1, Evidence.VERIFIED),
            place(Source.APPROACH, "src/限流.py", 1, Evidence.VERIFIED),
            place(Source.CODE_LOCATION, "src/限流.py", 1, Evidence.UNSUPPORTED),
            place(Source.FINDING, "src/限流.py", 2, Evidence.UNSUPPORTED),
            place(Source.APPROACH, "src/new.py", 0, Evidence.MISSING));

    assertThat(DoubtedPlaces.held(evidence)).isEqualTo(new DoubtedPlaces.Share(1, 2));
    assertThat(DoubtedPlaces.of(evidence, TREE).unsupported().count()).isEqualTo(1);
    assertThat(DoubtedPlaces.held(evidence.subList(4, 5))).isEqualTo(new DoubtedPlaces.Share(0, 1));
    assertThat(DoubtedPlaces.held(List.of())).isEqualTo(new DoubtedPlaces.Share(0, 0));
  }

  @Test
  void a_file_that_an_approach_would_create_is_no_cited_place() {
    CitedPlaces places =
        DoubtedPlaces.of(List.of(place(Source.APPROACH, "src/new.py", 0, Evidence.MISSING)), TREE);

    assertThat(places).isEqualTo(CitedPlaces.NONE);
  }

  @Test
  void of_very_many_places_only_the_first_are_named_and_all_are_counted() {
    CitedPlaces places =
        DoubtedPlaces.of(
            IntStream.rangeClosed(1, 500)
                .mapToObj(line -> place(Source.FINDING, "x".repeat(5_000), line, Evidence.MISSING))
                .toList(),
            TREE);

    assertThat(places.absent().count()).isEqualTo(500);
    assertThat(places.absent().first()).hasSize(DoubtedPlaces.NAMED);
    assertThat(places.absent().first().get(0)).hasSizeLessThan(300);
  }
}
