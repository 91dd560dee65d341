package dev.conclave.client.command;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.conclave.client.session.CallLine;
import dev.conclave.client.session.SessionLine;
import dev.conclave.worker.doctor.Doctor;
import dev.conclave.worker.stack.StackStatus;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.RoundView;
import dev.conclave.workflows.text.WireMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The documents that commands print with {@code --json}, each with a schema in docs/schemas. */
public enum CommandSchema {
  SESSION("plan, resume, watch, show and answer --watch", Documents.SessionDocument.class),
  STARTED("plan --detach and resume --detach", Documents.StartedDocument.class),
  DRY_RUN("plan --dry-run", Documents.DryRun.class),
  SESSIONS("list", listOf(SessionLine.class)),
  ROUND("show --round", RoundView.class),
  PLAN("show --plan", PlanDraft.class),
  RAW("show --raw", Documents.Raw.class),
  RECEIPTS("show --receipts", listOf(CallLine.class)),
  ANSWER("answer, decide, clarify and confirm", AnswerReply.class),
  CANCELLED("cancel", Documents.Cancelled.class),
  EXPORTED("export", Documents.Exported.class),
  REMOVED("rm", Documents.Removed.class),
  SEARCH("search", named("dev.conclave.worker.command.SearchCommand$SearchDocument")),
  STATUS("status and up", StackStatus.class),
  STOPPED("down", named("dev.conclave.worker.command.DownCommand$Stopped")),
  LOG("logs", named("dev.conclave.worker.command.LogsCommand$Log")),
  DOCTOR("doctor", Doctor.Report.class),
  ERROR("a command that failed", Documents.Failure.class);

  private final String of;

  @SuppressWarnings("ImmutableEnumChecker") // Jackson guarantees immutability
  private final JavaType type;

  CommandSchema(String of, Class<?> type) {
    this(of, TypeFactory.defaultInstance().constructType(type));
  }

  CommandSchema(String of, JavaType type) {
    this.of = of;
    this.type = type;
  }

  /** Returns the commands that print it. */
  public String of() {
    return of;
  }

  public Path file() {
    String name = name().toLowerCase(Locale.ROOT).replace('_', '-');
    return Path.of(System.getProperty("conclave.root", ".."))
        .resolve("docs/schemas/commands/" + name + ".schema.json");
  }

  /** Returns the schema generated from the code. */
  public JsonNode generated() {
    return JsonSchemas.of("What `conclave` prints with --json: " + of, type);
  }

  /** Returns the violations in a document, none if it is valid. */
  public List<String> faults(String document) throws Exception {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(Files.readString(file()), InputFormat.JSON)
        .validate(document, InputFormat.JSON)
        .stream()
        .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
        .toList();
  }

  private static JavaType listOf(Class<?> type) {
    return WireMapper.get().getTypeFactory().constructCollectionType(List.class, type);
  }

  private static Class<?> named(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
