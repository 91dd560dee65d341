package dev.conclave.client.command;

import dev.conclave.client.session.UsageException;
import dev.conclave.client.terminal.Output;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.web.PageServer;
import dev.conclave.client.web.SessionFiles;
import dev.conclave.client.web.StartForm;
import dev.conclave.client.web.WebHost;
import dev.conclave.client.web.WebHost.CommandResult;
import dev.conclave.workflows.config.SearchPath;
import dev.conclave.workflows.host.PageAddress;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.text.ExitCodes;
import dev.conclave.workflows.text.Words;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** {@code conclave ui}. */
@Command(
    name = "ui",
    description = "Serve a web page for your sessions on this machine.",
    footer = {
      "",
      "It listens only on 127.0.0.1 and admits only browsers that open the printed",
      "one-time link; `conclave status` prints another. Ctrl-C stops it; sessions keep",
      "running.",
      "",
      "Examples:",
      "  conclave ui --open",
      "  ssh -L 8234:127.0.0.1:8234 HOST conclave ui"
    })
final class UiCommand implements Callable<Integer> {
  /** Advanced options of every kind of session. */
  private static final List<String> LIMITS =
      List.of("--lang", "--budget-usd", "--budget-calls", "--deadline", "--approvers", "--yes");

  /** Options of a start form: common and advanced ones. */
  private record Start(List<String> options, List<String> more) {
    Start(String options, String more) {
      this(
          List.of(options.split(" ")),
          Stream.of(more.split(" ")).filter(any -> !any.isEmpty()).toList());
    }
  }

  /** Start forms by command; other options exist only on the command line. */
  private static final Map<String, Start> STARTS =
      Map.of(
          "plan",
          new Start(
              "--repo --tools --max-rounds --context",
              "--moderator --mode --source --editable --auto-execute"),
          "analyze",
          new Start("--repo --tools --mode --perspectives", "--concurrency --continue"),
          "context",
          new Start("--repo --tools", "--source --editable --continue"),
          "review",
          new Start("--repo --staged --pr --reviewers --max-rounds", "--moderator"));

  private final CommandContext context;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port on 127.0.0.1 (default: 8234).")
  private int port = 8234;

  @Option(names = "--open", description = "Open the link in a browser.")
  private boolean open;

  UiCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    if (port < 0 || port > 65_535) {
      throw new UsageException("--port takes 1 to 65535, or 0 for any free one, not " + port + ".");
    }
    try (Backend backend = Backend.existing(context);
        PageServer server = new PageServer(port, host(backend))) {
      PageAddress page = server.address();
      page.note(context.dataFolder());
      Thread forget = new Thread(() -> forget(page));
      Runtime.getRuntime().addShutdownHook(forget);
      show(page.link());
      try {
        new CountDownLatch(1).await();
      } finally {
        forget(page);
      }
      return ExitCodes.DONE;
    } catch (BindException e) {
      String link =
          PageAddress.find(context.dataFolder())
              .filter(page -> page.url().endsWith(":" + port))
              .map(PageAddress::link)
              .orElseThrow(
                  () ->
                      new UsageException(
                          "Port %d of 127.0.0.1 is in use. Choose another with --port."
                              .formatted(port),
                          e));
      context.say("The page is already running.");
      show(link);
      return ExitCodes.DONE;
    }
  }

  private void show(String link) {
    context.output().result(link);
    if (open && !opened(link)) {
      context.say("No browser found: open the link yourself.");
    }
  }

  private void forget(PageAddress page) {
    try {
      page.forget(context.dataFolder());
    } catch (IOException e) {
      return; // already deleted
    }
  }

  private boolean opened(String link) {
    for (String opener : List.of("xdg-open", "open")) {
      Optional<String> program =
          SearchPath.of(context.environment()).find(opener).map(Object::toString);
      if (program.isPresent()) {
        try {
          new ProcessBuilder(program.get(), link)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
          return true;
        } catch (IOException e) {
          return false;
        }
      }
    }
    return false;
  }

  private WebHost host(Backend backend) {
    return new WebHost(
        backend.sessions(),
        backend.workers(),
        backend.pages(),
        context.user(),
        context.hostId(),
        new SessionFiles(context.host(), context.hostId(), context.dataFolder(), context.secrets()),
        context.directory(),
        context::approverKey,
        context.secrets()::redact,
        SessionKinds.ALL.stream().map(KindSpec::command).map(this::form).toList(),
        this::run);
  }

  /** Runs a command as if typed here without a terminal. */
  private CommandResult run(List<String> arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream results = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream nowhere =
        new PrintStream(PrintStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    CommandContext quiet =
        new CommandContext(
            context.environment(),
            context.directory(),
            context.home(),
            context.user(),
            InputStream.nullInputStream(),
            new Output(results, nowhere, Screen.PLAIN, Screen.PLAIN),
            Optional.empty(),
            context.host(),
            context.clock(),
            context.pace());
    int code = Conclave.run(quiet, arguments.toArray(String[]::new));
    return new CommandResult(code, out.toString(StandardCharsets.UTF_8));
  }

  private StartForm form(String command) {
    CommandSpec spec =
        Objects.requireNonNull(Conclave.of(context).getSubcommands().get(command)).getCommandSpec();
    Start start = STARTS.getOrDefault(command, new Start("--repo", ""));
    return new StartForm(
        command,
        String.join(" ", spec.usageMessage().description()),
        spec.findOption("--dry-run") != null,
        Stream.concat(
                spec.positionalParameters().stream().map(task -> field("task", task)),
                start.options.stream().map(option -> field(option, spec.findOption(option))))
            .toList(),
        Stream.concat(start.more.stream(), LIMITS.stream())
            .map(option -> field(option, spec.findOption(option)))
            .toList());
  }

  private StartForm.Field field(String name, ArgSpec arg) {
    Class<?> type = arg.auxiliaryTypes().length > 0 ? arg.auxiliaryTypes()[0] : arg.type();
    List<String> choices =
        type.isEnum()
            ? Arrays.stream(type.getEnumConstants()).map(one -> Words.of((Enum<?>) one)).toList()
            : List.of();
    boolean flag = arg instanceof OptionSpec option && option.arity().max() == 0;
    return new StartForm.Field(
        name,
        flag ? "" : arg.paramLabel(),
        choices,
        name.equals("--repo") ? context.directory().toString() : "",
        String.join(" ", arg.description()),
        arg.splitRegex().isEmpty() && arg.isMultiValue() && arg.isOption());
  }
}
