package dev.conclave.activities.agent;

import static dev.conclave.activities.agent.PromptExplorationsTest.resource;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.ReplySchemas;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.context.PlanningConflict;
import dev.conclave.workflows.context.PlanningConflict.Modification;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.text.WireMapper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How replies are read while a full context is gathered. */
class ContextRepliesTest {
  private final MemoryDocuments documents = new MemoryDocuments();
  private final ReplyReader replies = new ReplyReader(documents, text -> text, Requests::wholeTree);

  @Test
  void recorded_replies_are_read_without_a_repair() throws Exception {
    AskReply explored = read(Role.CONTEXT_EXPLORER, "Here:\n" + resource("exploration.json"));
    AskReply found = read(Role.CONFLICT_ANALYST, "```json\n" + resource("conflicts.json") + "```");

    assertThat(explored.errors()).isEmpty();
    assertThat(explored.structured().orElseThrow().path("relevant_files")).hasSize(7);
    assertThat(found.errors()).isEmpty();
    List<PlanningConflict> conflicts = conflicts(found);
    assertThat(conflicts).extracting(PlanningConflict::recommended).containsExactly(1, 2);
    assertThat(conflicts.get(0).overlapAnalysis().orElseThrow().path("new_module")).isNotEmpty();
    assertThat(conflicts.get(1).overlapAnalysis()).isEmpty();
    assertThat(conflicts.get(1).strategies().get(1).clarificationNeeded()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "CONTEXT_EXPLORER, context-exploration",
    "CONFLICT_ANALYST, conflicts",
    "CONFLICT_CLARIFIER, clarification"
  })
  void the_example_of_a_prompt_is_valid_but_rejected_as_an_answer(Role role, String form) {
    AskReply reply = read(role, ReplySchemas.example(form));

    assertThat(reply.errors())
        .isNotEmpty()
        .allMatch(error -> error.contains("repeats the example of the prompt"));
    assertThat(reply.structured()).isEmpty();
  }

  @Test
  void analyst_and_clarifier_share_the_schema_of_a_strategy() throws Exception {
    JsonNode clarification = WireMapper.get().readTree(ReplySchemas.schemaText("clarification"));
    JsonNode conflicts = WireMapper.get().readTree(ReplySchemas.schemaText("conflicts"));

    assertThat(clarification.path("$defs").properties())
        .isNotEmpty()
        .isSubsetOf(conflicts.path("$defs").properties());
  }

  @Test
  void no_conflicts_is_a_valid_answer() {
    AskReply reply = read(Role.CONFLICT_ANALYST, "{\"conflicts\": []}");

    assertThat(reply.errors()).isEmpty();
    assertThat(conflicts(reply)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/conflicts/1/id | \"CON-001\" | Conflict id CON-001 is used more than once",
        "/conflicts/1/id | \"C2\" | /conflicts/1/id: does not match",
        "/conflicts/1/id | \"CON-002\\n\" | /conflicts/1/id: must be at most 7 characters",
        "/conflicts/0/recommended | 3 | CON-001: recommended is 3, but there are 2 strategies",
        "/conflicts/0/recommended | 0 | /conflicts/0/recommended: must have a minimum value of 1",
        "/conflicts/0/strategies/1/name | \"Generalize the throttle\" | CON-001: two strategies have the same name",
        "/conflicts/0/overlap_analysis | null | /conflicts/0/overlap_analysis: null found, object expected",
        "/conflicts/0/strategies/0/effort | \"1 day\" | /conflicts/0/strategies/0/effort: does not have a value",
        "/conflicts/0/strategies/0/modifications/0/old_content | \"- A new\" | old_content: must be at least 20",
        "/conflicts/0/strategies/0/modifications/0/old_content | null | old_content: null found, string expected",
        "/conflicts/0/strategies/0/modifications/0/new_content | \" \" | new_content: does not match",
        "/conflicts/0/strategies/0/modifications/1/old_content | \"- Health checks are never\" | old_content: must be at most 0",
        "/conflicts/0/strategies/0/modifications/1/section | \"\" | section: does not match",
        "/conflicts/0/modification_suggestions | [\"one\"] | at least 2 items"
      })
  void a_flaw_that_affects_no_decision_is_reported_and_dropped(
      String pointer, String value, String error) throws Exception {
    AskReply reply = read(Role.CONFLICT_ANALYST, flawed("conflicts.json", pointer, value));

    assertThat(reply.errors()).anyMatch(one -> one.contains(error));
    assertThat(reply.structured()).isEmpty();
  }

  @Test
  void names_in_unknown_fields_do_not_count_as_strategies() throws Exception {
    JsonNode reply = WireMapper.get().readTree(resource("conflicts.json"));
    ObjectNode conflict = (ObjectNode) reply.at("/conflicts/0");
    conflict.put("recommended", 3).withArray("/strategies/0/steps").addObject().put("name", "one");

    assertThat(read(Role.CONFLICT_ANALYST, reply.toString()).errors())
        .anyMatch(one -> one.contains("recommended is 3, but there are 2 strategies"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CONFLICT_ANALYST | conflicts.json | /conflicts/0/affected_files | [\"/home/me/shop/a.ts\"] | /home/me/shop/a.ts",
        "CONFLICT_ANALYST | conflicts.json | /conflicts/0/strategies/0/modifications/0/file | \"../x.md\" | ../x.md",
        "CONTEXT_EXPLORER | exploration.json | /relevant_files/0/path | \"https://x.org/a.ts\" | https://x.org/a.ts"
      })
  void a_path_outside_the_tree_is_reported_and_the_rest_is_kept(
      Role role, String file, String pointer, String value, String path) throws Exception {
    AskReply reply = read(role, flawed(file, pointer, value));

    assertThat(reply.errors())
        .containsExactly(
            "\"%s\" is not a path inside the workspace; write it relative to its top, with /."
                .formatted(path));
    assertThat(reply.structured()).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "CONTEXT_EXPLORER, exploration.json, /project_structure",
    "CONFLICT_ANALYST, conflicts.json, /conflicts/0/strategies/0/pros"
  })
  void a_malformed_reply_is_sent_back(Role role, String file, String pointer) throws Exception {
    ObjectNode reply = (ObjectNode) WireMapper.get().readTree(resource(file));
    for (int i = 0; i < 60; i++) {
      if (role == Role.CONTEXT_EXPLORER) {
        reply.withArray("constraints").add("x".repeat(1_000));
      } else {
        ((ArrayNode) reply.at(pointer)).add("x".repeat(1_000));
      }
    }

    AskReply read = read(role, reply.toString());

    assertThat(read.errors()).singleElement().asString().contains("48 KiB", "fewer or shorter");
    assertThat(read.structured()).isEmpty();
  }

  /** Changes or removes each value of a valid reply: accepted replies always convert. */
  @Test
  void accepted_replies_always_convert_to_workflow_records() throws Exception {
    JsonNode sound = WireMapper.get().readTree(resource("conflicts.json"));
    JsonNode clarified = WireMapper.get().readTree(ReplySchemas.example("clarification"));
    int taken = 0;
    for (JsonNode changed : variants(sound)) {
      AskReply reply = read(Role.CONFLICT_ANALYST, changed.toString());
      if (reply.structured().isPresent()) {
        taken++;
        conflicts(reply).forEach(ContextRepliesTest::requireWhole);
      }
    }
    assertThat(taken).isGreaterThan(50);
    for (JsonNode changed : variants(clarified)) {
      AskReply reply = read(Role.CONFLICT_CLARIFIER, changed.toString());
      reply
          .structured()
          .map(said -> WireMapper.get().convertValue(said, Clarified.class))
          .ifPresent(
              said -> {
                requireWhole(said.updatedStrategy());
                assertThat(said.remainingQuestions()).doesNotContainNull();
              });
    }
  }

  /** The reply as the workflow reads it. */
  private record Clarified(
      boolean uniquenessConfirmed,
      String rationale,
      Strategy updatedStrategy,
      List<String> remainingQuestions) {}

  private static void requireWhole(PlanningConflict conflict) {
    assertThat(conflict.id()).matches("CON-\\d{3}");
    assertThat(conflict).hasNoNullFieldsOrProperties();
    assertThat(conflict.impact()).hasNoNullFieldsOrProperties();
    assertThat(conflict.affectedFiles()).doesNotContainNull();
    assertThat(conflict.strategies()).hasSizeBetween(2, 4);
    assertThat(conflict.recommended()).isBetween(1, conflict.strategies().size());
    conflict.strategies().forEach(ContextRepliesTest::requireWhole);
    assertThat(WireMapper.get().<PlanningConflict>convertValue(tree(conflict), CONFLICT))
        .as("the same after it was carried on")
        .isEqualTo(conflict);
  }

  private static void requireWhole(Strategy strategy) {
    assertThat(strategy).hasNoNullFieldsOrProperties();
    assertThat(strategy.clarificationNeeded()).doesNotContainNull();
    for (Modification one : strategy.modifications()) {
      assertThat(one).hasNoNullFieldsOrProperties();
    }
  }

  private static final TypeReference<PlanningConflict> CONFLICT = new TypeReference<>() {};

  private static JsonNode tree(Object record) {
    return WireMapper.get().valueToTree(record);
  }

  /** Returns copies of the tree, each with one value changed or removed. */
  private static List<JsonNode> variants(JsonNode sound) throws Exception {
    List<String> values = List.of("null", "\"\"", "\"x\"", "2.0", "[]", "[null]", "{}", "true");
    List<JsonNode> variants = new ArrayList<>();
    for (String pointer : pointers(sound, "")) {
      variants.add(changed(sound, pointer, MissingNode.getInstance()));
      for (String value : values) {
        variants.add(changed(sound, pointer, WireMapper.get().readTree(value)));
      }
    }
    return variants;
  }

  private static List<String> pointers(JsonNode node, String at) {
    List<String> all = new ArrayList<>();
    node.properties()
        .forEach(
            field -> {
              all.add(at + "/" + field.getKey());
              all.addAll(pointers(field.getValue(), at + "/" + field.getKey()));
            });
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      all.addAll(pointers(node.get(i), at + "/" + i));
    }
    return all;
  }

  private static JsonNode changed(JsonNode sound, String pointer, JsonNode value) {
    JsonNode copy = sound.deepCopy();
    int slash = pointer.lastIndexOf('/');
    ObjectNode parent = (ObjectNode) copy.at(pointer.substring(0, slash));
    if (value.isMissingNode()) {
      parent.remove(pointer.substring(slash + 1));
    } else {
      parent.set(pointer.substring(slash + 1), value);
    }
    return copy;
  }

  private static String flawed(String file, String pointer, String value) throws Exception {
    JsonNode sound = WireMapper.get().readTree(resource(file));
    return changed(sound, pointer, WireMapper.get().readTree(value)).toString();
  }

  private static List<PlanningConflict> conflicts(AskReply reply) {
    return WireMapper.get()
        .convertValue(reply.structured().orElseThrow().path("conflicts"), new TypeReference<>() {});
  }

  private AskReply read(Role role, String text) {
    return replies.read(
        Requests.request("gemini", "/repo", role, 0, Map.of(), Map.of()),
        text,
        "",
        Requests.receipt(Instant.parse("2026-11-21T10:00:00Z")));
  }

  @Test
  void a_missing_citation_is_reported_and_the_rest_is_kept() throws Exception {
    ObjectNode reply = (ObjectNode) WireMapper.get().readTree(resource("conflicts.json"));
    ((ObjectNode) reply.at("/conflicts/0"))
        .put("description", "src/a.ts:9 says so, src/gone.ts:1 and .workflow/plan.md:7 as well.")
        .withObject("/strategies/0/modifications/0")
        .put("new_content", "See src/later.ts:3.");
    TreeFacts small = file -> file.equals("src/a.ts") ? OptionalInt.of(8) : OptionalInt.empty();
    AskReply read =
        new ReplyReader(documents, text -> text, (workspace, tree) -> small)
            .read(
                Requests.request("gemini", "/repo", Role.CONFLICT_ANALYST, 0, Map.of(), Map.of()),
                reply.toString(),
                "",
                Requests.receipt(Instant.parse("2026-11-21T10:00:00Z")));

    assertThat(read.errors())
        .contains(
            "src/a.ts has 8 lines, so line 9 does not exist; look it up again.",
            "\"src/gone.ts:1\" does not exist in the repository; look it up again, or omit it.")
        .noneMatch(error -> error.contains("later.ts") || error.contains("plan.md"));
    assertThat(read.structured()).isPresent();
  }

  @Test
  void a_change_that_does_not_apply_to_the_shown_document_is_reported() throws Exception {
    String plan =
        "[{'path': 'docs/plan.md', 'text': '# Plan\\n## Steps\\nthe one passage that is there\\n'},"
            + " {'path': 'notes/local.md', 'text': 'x'}]";
    DocumentRef planning = documents.put(plan.replace('\'', '"'));
    String strategy =
        """
        {"uniqueness_confirmed": true, "rationale": "see notes/local.md:1", "remaining_questions": [],
         "modifications": ["no one asked for these", {"file": "docs/plan.md"}],
         "updated_strategy": {"name": "A", "approach": "b", "complexity": "low", "risk": "low",
          "effort": "low", "pros": ["p"], "cons": ["c"], "clarification_needed": [],
          "modifications": [%s]}}""";
    String change =
        "{\"file\": \"docs/plan.md\", \"section\": \"%s\", \"change_type\": \"%s\", \"old_content\": \"%s\", \"new_content\": \"%s\", \"rationale\": \"r\"}";
    String limits = change.formatted("Plan", "add", "", "## Limits");
    String below = change.formatted("Limits", "add", "", "ten a second");
    String wrong = change.formatted("Steps", "update", "a passage that is not there", "y");
    TreeFacts small = file -> OptionalInt.empty();
    ReplyReader reader = new ReplyReader(documents, text -> text, (workspace, tree) -> small);
    AskRequest request =
        Requests.request(
            "gemini", "/repo", Role.CONFLICT_CLARIFIER, 0, Map.of("planning", planning), Map.of());
    Receipt receipt = Requests.receipt(Instant.parse("2026-11-21T10:00:00Z"));

    AskReply built = reader.read(request, strategy.formatted(limits + "," + below), "", receipt);
    AskReply flawed = reader.read(request, strategy.formatted(wrong), "", receipt);

    assertThat(built.errors()).as("one change builds on the other").isEmpty();
    assertThat(flawed.errors())
        .containsExactly(
            "update of docs/plan.md does not apply, \"a passage that is not there\": old_content does not exist in the file; quote the document as it stands.");
    assertThat(flawed.structured()).isPresent();
  }
}
