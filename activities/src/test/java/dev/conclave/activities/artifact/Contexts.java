package dev.conclave.activities.artifact;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.Resources;
import dev.conclave.activities.agent.MemoryDocuments;
import dev.conclave.activities.context.ContextActivitiesImpl;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.context.Angles;
import dev.conclave.workflows.context.ContextActivities.AssembleRequest;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextActivities.DraftedEdits;
import dev.conclave.workflows.context.ContextActivities.Explored;
import dev.conclave.workflows.context.ContextActivities.Gathering;
import dev.conclave.workflows.context.ContextActivities.Intent;
import dev.conclave.workflows.context.ContextPhase;
import dev.conclave.workflows.context.ContextRequest;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.context.Exploration;
import dev.conclave.workflows.context.Resolution;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.session.SessionTerms;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A context made of the test resources in a folder of the test. */
public final class Contexts {
  public static final String ID = "WFS-refactor-the-limiter-2026-11-20";
  public static final Instant AT = Instant.parse("2026-11-20T09:00:00Z");

  static final String TASK =
      "Refactor the limiter: login counts requests beside src/limits/bucket.ts";
  private static final Intent INTENT =
      new Intent("One limiter for all requests", "src/api", List.of("no new dependency"));

  public final MemoryDocuments documents = new MemoryDocuments();
  public final Path root;
  private final GitTrees trees;
  private final Workspace workspace;
  private final Angles angles = Angles.of(TASK);
  private final JsonNode session = json("session.json");

  public Contexts(Path temp) throws IOException {
    root = temp.resolve("shop");
    copy("tree", root);
    copy("workflow", root.resolve(".workflow"));
    trees = new GitTrees(new DataFolder(temp.resolve("data")), documents);
    workspace =
        new Workspace(
            "host-1",
            "lima",
            "shop",
            root.toString(),
            Optional.empty(),
            root.resolve(".workflow/.multi-cli-plan").toString(),
            false,
            Optional.empty());
  }

  private static void copy(String name, Path to) throws IOException {
    Path from = Sessions.folder("../gathering/" + name);
    try (Stream<Path> walk = Files.walk(from)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
  }

  private static JsonNode json(String name) {
    return Sessions.json(Resources.text("gathering/" + name));
  }

  private <T> T of(String field, TypeReference<T> type) {
    return WireMapper.get().convertValue(session.path(field), type);
  }

  /** The tree is hashed again each time because a test may have changed it. */
  public AssembleRequest request() {
    List<Explored> explored = new ArrayList<>();
    for (String angle : List.of("architecture", "dependencies", "modularity")) {
      explored.add(
          new Explored(
              angle,
              explored.size() + 1,
              documents.put(json("explorations/" + angle + ".json").toString())));
    }
    return new AssembleRequest(
        new Gathering(
            ID,
            TASK,
            workspace,
            trees.name(workspace).id(),
            Optional.of("f".repeat(40)),
            List.of(),
            List.of(),
            List.of("en")),
        angles,
        INTENT,
        Optional.of(
            new GatheredContext(
                documents.put(json("search.json").toString()),
                4,
                List.of(),
                4,
                "lucene",
                List.of())),
        explored,
        of("resolutions", new TypeReference<List<Resolution>>() {}),
        of("drawn_up", new TypeReference<DraftedEdits>() {}),
        List.of(),
        List.of(),
        Optional.empty(),
        AT);
  }

  public Assembled assemble(AssembleRequest request) {
    return new ContextActivitiesImpl(documents, trees, new SecretFilter(), Clock.systemUTC())
        .assemble(request);
  }

  /** Returns the package for a request. */
  public JsonNode packed(AssembleRequest request) {
    return documents.read(assemble(request).contextPackage(), JsonNode.class);
  }

  /** Returns the finished session; the last of its four angles failed. */
  ContextState complete() {
    ContextRequest asked =
        new ContextRequest(
            new SessionTerms(
                TASK,
                WorkspaceSpec.ofPath("host-1", Sessions.WORKSPACE.path()),
                List.of("gemini"),
                false,
                List.of("gemini"),
                false,
                BudgetLimits.NONE,
                Optional.empty(),
                List.of("en"),
                61440,
                true,
                "lena",
                Optional.empty(),
                ""),
            List.of(),
            List.of(),
            Optional.empty());
    ObjectNode state =
        WireMapper.get()
            .valueToTree(new ContextState(ID, asked, Instant.parse("2026-11-20T08:00:00Z")));
    state.setAll((ObjectNode) session);
    state
        .putPOJO("phase", ContextPhase.COMPLETE)
        .putPOJO("resume_at", ContextPhase.ASSEMBLING)
        .put("revision", 5)
        .put("written", true)
        .putPOJO("updated_at", AT)
        .putPOJO("workspace", Sessions.WORKSPACE)
        .putPOJO("explorations", explorations())
        .putPOJO("assembled", assemble(request()));
    return read(state);
  }

  static ContextState read(ObjectNode state) {
    return WireMapper.get().convertValue(state, ContextState.class);
  }

  private List<Exploration> explorations() {
    Receipt receipt = Sessions.round(1).runs().get(0).receipt().orElseThrow();
    List<Exploration> made = new ArrayList<>();
    for (Explored one : request().explorations()) {
      DocumentRef document = one.document();
      AskReply reply =
          AskReply.of(
              receipt,
              document,
              document,
              Optional.of(documents.read(document, ObjectNode.class)),
              List.of(),
              false);
      made.add(
          new Exploration(
              one.angle(),
              one.index(),
              Optional.of(reply),
              Optional.empty(),
              AT.minusSeconds(600 - one.index())));
    }
    made.add(
        new Exploration(
            "integration-points", 4, Optional.empty(), Optional.of("no reply for 600 s"), AT));
    return made;
  }
}
