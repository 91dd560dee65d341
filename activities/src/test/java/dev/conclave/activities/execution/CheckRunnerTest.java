package dev.conclave.activities.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.activities.tool.Tool;
import dev.conclave.activities.workspace.TestRepositories;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.CallProgress.CallStage;
import dev.conclave.workflows.api.CheckActivities;
import dev.conclave.workflows.api.CheckActivities.CheckOrder;
import dev.conclave.workflows.api.CheckActivities.CheckRun;
import dev.conclave.workflows.api.CheckActivities.CheckStatus;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.secret.SecretFilter;
import io.temporal.activity.ActivityOptions;
import io.temporal.failure.CanceledFailure;
import io.temporal.testing.TestActivityEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckRunnerTest {
  @TempDir Path temporary;
  private ExecutionFixture one;
  private String tree;

  @BeforeEach
  void aRepository() throws Exception {
    one =
        ExecutionFixture.of(
            temporary,
            "a.txt=a\n",
            ".gitignore=made/\n*.log\n",
            "package.json={}",
            "run.sh=exit 3\n");
    tree = one.open().tree();
  }

  @Test
  void only_the_exit_code_decides() throws Exception {
    assertThat(run("cat a.txt && echo err >&2"))
        .matches(run -> run.status() == CheckStatus.PASSED && run.tail().equals("a\nerr"));
    assertThat(run("echo tests pass; sh run.sh"))
        .matches(run -> run.status() == CheckStatus.FAILED && run.exit().orElse(0) == 3);
    assertThat(run("no-such-program --test").status()).isEqualTo(CheckStatus.ABSENT);
    assertThat(run("./a.txt").status()).isEqualTo(CheckStatus.ABSENT);
    assertThat(run("kill -9 $$").status()).isEqualTo(CheckStatus.FAILED);
  }

  @Test
  void a_command_runs_once_for_each_line_tree_and_attempt() throws Exception {
    CheckRun first = run("date +%s%N");
    assertThat(run("date +%s%N")).isEqualTo(first);
    assertThat(
            runner()
                .run(
                    order("date +%s%N", tree, List.of(), 2, false),
                    asked(),
                    new CallControl(),
                    any -> {})
                .tail())
        .isNotEqualTo(first.tail());
  }

  @Test
  void files_written_by_a_command_are_gone_before_the_next_one() throws Exception {
    assertThat(
            run("touch b.txt x.log && mkdir -p made/deep && touch made/deep/1 ~/in-home && rm -rf .git")
                .status())
        .isEqualTo(CheckStatus.PASSED);
    assertThat(run("ls; ls ~; git status --porcelain").tail())
        .isEqualTo("a.txt\npackage.json\nrun.sh");
  }

  @Test
  void home_files_of_a_baseline_run_are_available_to_later_commands() throws Exception {
    CheckOrder baseline =
        new CheckOrder(
            ExecutionFixture.SESSION,
            one.workspace,
            "echo compiled >~/cache; touch made.x",
            tree,
            List.of(),
            1,
            true,
            false);
    runner().run(baseline, asked(), new CallControl(), any -> {});
    assertThat(run("cat ~/cache; echo poison >~/cache; ls *.x").tail())
        .startsWith("compiled")
        .contains("No such file");
    assertThat(run("cat  ~/cache").tail()).isEqualTo("compiled");
  }

  @Test
  void a_command_sees_neither_the_users_tree_nor_a_network() throws Exception {
    Tool.needed("bwrap");
    CheckRun seen =
        run(
            "ls "
                + one.root
                + " "
                + one.data.root()
                + "/documents; cat /proc/net/dev | grep -v lo: | tail -n +3; echo $HOME > /dev/null; env | grep -c HUNTER");
    assertThat(seen.tail()).contains("cannot access").doesNotContain("run.sh").endsWith("0");
  }

  @Test
  void setup_runs_once_per_folder_and_again_after_a_manifest_change() throws Exception {
    List<String> setup =
        List.of(
            "mkdir made && date +%s%N >made/when",
            "echo x >~/cache; mkfifo ~/pipe made/pipe; echo y >unignored");
    CheckRun first = run("cat made/when ~/cache; ls", tree, setup);
    assertThat(first.tail()).contains("x").doesNotContain("unignored");
    CheckRun second = run("echo 2 && echo z >>~/cache && cat made/when ~/cache", tree, setup);
    assertThat(second.tail()).contains(first.tail().lines().findFirst().orElseThrow());
    assertThat(run("cat ~/cache", tree, setup).tail()).isEqualTo("x");
    assertThat(run("echo tampered >made/when", tree, setup).status()).isEqualTo(CheckStatus.PASSED);
    CheckRun anew = run("echo 3 && cat made/when", tree, setup);
    assertThat(anew.tail())
        .doesNotContain("tampered")
        .doesNotContain(first.tail().lines().findFirst().orElseThrow());
    String other = one.changed(tree, "a.txt=b\n");
    assertThat(run("echo 4 && cat made/when", other, setup).tail().substring(2))
        .isEqualTo(anew.tail().substring(2));
    String manifest = one.changed(tree, "package.json={\"a\":1}\n");
    assertThat(run("echo 5 && cat made/when", manifest, setup).tail().substring(2))
        .isNotEqualTo(anew.tail().substring(2));
  }

  @Test
  void a_setup_with_network_access_sees_no_secrets() throws Exception {
    TestRepositories.write(one.root, ".env=TOKEN=hunter22\n");
    String base = one.open().tree();
    CheckRun run =
        run(
            "cat .env ~/seen",
            base,
            List.of("ls -A >~/seen; git cat-file --batch-all-objects --batch >>~/seen"));
    assertThat(run.tail()).startsWith("TOKEN=").containsOnlyOnce("TOKEN").contains("run.sh");
    assertThat(run.tail().lines()).containsOnlyOnce("a.txt").doesNotContain(".env");
  }

  @Test
  void a_failed_setup_is_the_result() throws Exception {
    CheckRun run = run("true", tree, List.of("true", "echo no registry; exit 4", "touch never"));
    assertThat(run)
        .matches(
            failed -> failed.line().startsWith("echo no") && failed.status() == CheckStatus.FAILED);
    CheckRun only =
        runner()
            .run(
                order("touch ok", tree, List.of("touch ok"), 1, true),
                asked(),
                new CallControl(),
                any -> {});
    assertThat(only.status()).isEqualTo(CheckStatus.PASSED);
  }

  @Test
  void a_command_that_outlives_its_attempt_is_adopted() throws Exception {
    Path marker = temporary.resolve("never");
    CallControl first = new CallControl();
    CompletableFuture<Void> working = new CompletableFuture<>();
    CheckOrder order = order("echo $$ >made.txt; sleep 3; cat made.txt", tree, List.of(), 1, false);
    CompletableFuture<Throwable> ended =
        CompletableFuture.supplyAsync(
            () ->
                failure(
                    order,
                    first,
                    progress -> {
                      if (progress.stage() == CallStage.WORKING) {
                        working.complete(null);
                      }
                    }));
    working.get();
    first.detach();
    assertThat(ended.get()).isInstanceOf(AttemptEnded.class);
    CheckRun run = runner().run(order, asked(), new CallControl(), any -> {});
    assertThat(run.status()).isEqualTo(CheckStatus.PASSED);
    assertThat(run.tail()).matches("\\d+");
    assertThat(marker).doesNotExist();
  }

  @Test
  void a_cancelled_command_is_ended_and_can_be_run_again() throws Exception {
    CallControl control = new CallControl();
    CheckOrder order = order("echo one; sleep 60", tree, List.of(), 1, false);
    long begun = System.nanoTime();
    assertThatThrownBy(
            () ->
                runner()
                    .run(
                        order,
                        asked(),
                        control,
                        progress -> {
                          if (progress.bytes() > 0) {
                            control.cancel();
                          }
                        }))
        .isInstanceOfSatisfying(
            AttemptEnded.class, ended -> assertThat(ended.cancelled()).isTrue());
    assertThat(System.nanoTime() - begun).isLessThan(20_000_000_000L);
    assertThat(run("echo next").tail()).isEqualTo("next");
  }

  @Test
  void a_command_that_does_not_end_times_out() throws Exception {
    Path file =
        Files.writeString(temporary.resolve("config.yaml"), "execution: {check_timeout: 1s}\n");
    one.configuration = Configuration.load(Map.of("CONCLAVE_CONFIG", file.toString()), temporary);
    CheckRun run = run("echo begun; sleep 60");
    assertThat(run.status()).isEqualTo(CheckStatus.TIMED_OUT);
    assertThat(run.tail()).isEqualTo("begun\n[ended: it ran longer than 1 s]");
  }

  @Test
  void output_is_shown_as_on_a_terminal() throws Exception {
    assertThat(
            run("printf '\\033[31mred\\033[0m 10%%\\r20%%\\r\\n\\033]0;title\\007\\342\\200\\256x\\n'")
                .tail())
        .isEqualTo("red 10%\n20%\n]0;titlex");
  }

  @Test
  void output_is_bounded_and_without_secrets() throws Exception {
    CheckRun run =
        run(
            "i=0; while [ $i -lt 3000 ]; do echo line $i of a long output; i=$((i+1)); done; echo token=ghp_0123456789abcdefghijklmnopqrstuvwxyzAB");
    String output = one.documents.text(run.output().orElseThrow());
    assertThat(output.length()).isBetween(15_000, 16_384);
    assertThat(output).contains("line 2999 of").contains("[redacted").doesNotContain("ghp_0123");
    assertThat(run.tail().length()).isLessThanOrEqualTo(1024);
  }

  @Test
  void named_ignored_files_are_copied_but_secrets_only_if_the_user_names_them() throws Exception {
    TestRepositories.write(
        one.root,
        ".gitignore=made/\n*.log\n*.local\n.env*\n",
        ".worktreeinclude=*.local\n.env\n",
        "conf/a.local=local\n",
        ".env=SECRET=1\n",
        ".env.test=TEST=1\n",
        "b.log=no\n");
    Path file =
        Files.writeString(temporary.resolve("config.yaml"), "execution: {include: [.env.test]}\n");
    one.configuration = Configuration.load(Map.of("CONCLAVE_CONFIG", file.toString()), temporary);
    String base = one.open().tree();
    assertThat(
            run("cat conf/a.local .env.test; ls -A | grep -c '^.env$\\|log'", base, List.of())
                .tail())
        .isEqualTo("local\nTEST=1\n0");
    assertThat(one.changed(base)).isEqualTo(base);
  }

  @Test
  void a_command_without_a_sandbox_runs_like_an_agent_or_is_refused() throws Exception {
    Path file = Files.writeString(temporary.resolve("config.yaml"), "agents: {sandbox: off}\n");
    one.configuration = Configuration.load(Map.of("CONCLAVE_CONFIG", file.toString()), temporary);
    assertThat(run("cat a.txt && echo x >b && touch ~/y && git status --porcelain").tail())
        .isEqualTo("a\n?? b");
    assertThat(run("ls ~ && git status --porcelain").tail()).isEmpty();
    Files.writeString(file, "agents: {sandbox: require}\nexecution: {network: host}\n");
    one.configuration = Configuration.load(Map.of("CONCLAVE_CONFIG", file.toString()), temporary);
    assertThatThrownBy(() -> run("true")).hasMessageContaining("agents.sandbox is require");
  }

  @Test
  void a_command_is_a_cancellable_activity() {
    TestActivityEnvironment environment = TestActivityEnvironment.newInstance();
    try {
      environment.registerActivitiesImplementations(new CheckActivitiesImpl(runner()));
      CheckActivities checks =
          environment.newActivityStub(
              CheckActivities.class,
              ActivityOptions.newBuilder().setStartToCloseTimeout(Duration.ofMinutes(1)).build());
      assertThat(checks.run(order("echo $((6*7))", tree, List.of(), 1, false)).tail())
          .isEqualTo("42");
      environment.requestCancelActivity();
      assertThatThrownBy(() -> checks.run(order("sleep 50", tree, List.of(), 1, false)))
          .isInstanceOf(CanceledFailure.class);
    } finally {
      environment.close();
    }
  }

  private Throwable failure(
      CheckOrder order, CallControl control, Consumer<CallProgress> progress) {
    try {
      runner().run(order, asked(), control, progress);
      return new AssertionError("it ended");
    } catch (Exception e) {
      return e;
    }
  }

  private CheckRun run(String line) throws Exception {
    return run(line, tree, List.of());
  }

  private CheckRun run(String line, String on, List<String> setup) throws Exception {
    return runner().run(order(line, on, setup, 1, false), asked(), new CallControl(), any -> {});
  }

  private CheckOrder order(
      String line, String on, List<String> setup, int attempt, boolean setupOnly) {
    return new CheckOrder(
        ExecutionFixture.SESSION, one.workspace, line, on, setup, attempt, false, setupOnly);
  }

  private static CheckRunner.Asked asked() {
    return new CheckRunner.Asked(
        "default", ExecutionFixture.SESSION, new WaitingActivity("run-1", "1"));
  }

  private CheckRunner runner() {
    return new CheckRunner(
        one.trees, one.configuration, one.environment, one.documents, new SecretFilter()::redact);
  }
}
