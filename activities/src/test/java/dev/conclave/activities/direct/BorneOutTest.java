package dev.conclave.activities.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.search.Repository;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the direct analyst says of a line holds of that line. The code is cut from real projects.
 */
class BorneOutTest {
  private static final Pattern USE =
      Pattern.compile("(?:uses|tests) `([^`]+)`.* \\[([^\\[\\]]+):(\\d+)]$");

  @TempDir Path folder;
  private Repository gossip;
  private Repository server;

  @BeforeEach
  void a_gossip_library_in_Go() {
    gossip =
        Repository.in(folder.resolve("gossip"))
            .write("go.mod", "module example.org/gossip\n\ngo 1.20\n")
            .write(
                "memberlist.go",
                "package gossip\n\ntype Memberlist struct {\n\tlogger string\n}\n\n"
                    + "func newMemberlist() *Memberlist {\n\tm := &Memberlist{}\n"
                    + "\tgo m.packetListen()\n\treturn m\n}\n")
            .write(
                "net.go",
                "package gossip\n\ntype messageType uint8\n\n"
                    + "// packetListen is a long running goroutine that takes packets of every"
                    + " sender.\nfunc (m *Memberlist) packetListen() {\n\tfor {\n\t}\n}\n")
            .write(
                "broadcast.go",
                "package gossip\n\n// What packetListen took is told on.\n"
                    + "func (m *Memberlist) encodeAndBroadcast(t messageType) {\n"
                    + "\tm.logger = \"packetListen\"\n}\n")
            .write(
                "state.go",
                "package gossip\n\ntype nodeState struct{}\n\n"
                    + "func (m *Memberlist) probeNode(n *nodeState) {\n\t_ = messageType(1)\n}\n")
            .write(
                "state_test.go",
                "package gossip\n\nimport \"testing\"\n\n"
                    + "func TestProbe(t *testing.T) {\n\tm1 := newMemberlist()\n"
                    + "\tm1.probeNode(nil)\n}\n")
            .write(
                "alive_delegate.go",
                "package gossip\n\ntype AliveDelegate interface {\n\tNotifyAlive() error\n}\n")
            .write(
                ".github/workflows/check.yml",
                "jobs:\n  check:\n    steps:\n      - name: \"Fetch source code\"\n"
                    + "  # packets of every sender\n")
            .commit("The gossip library");
  }

  @BeforeEach
  void a_web_server_in_JavaScript() {
    server =
        Repository.in(folder.resolve("server"))
            .write(
                "lib/validation.js",
                "'use strict'\n\nfunction validate (context, request) {\n"
                    + "  return answer(runs(context))\n\n"
                    + "  function answer (ret) {\n    return ret === false ? ret : null\n  }\n}\n\n"
                    + "module.exports = { validate }\n")
            .write(
                "lib/handle-request.js",
                "'use strict'\n\nconst { validate } = require('./validation')\n\n"
                    + "function handle (request) {\n  const answer = validate({}, request)\n"
                    + "  return answer\n}\n\nmodule.exports = { handle }\n")
            .write(
                "lib/server.js",
                "'use strict'\n\nfunction closeServer (server) {\n  server.closing = true\n}\n\n"
                    + "module.exports = { closeServer }\n")
            .commit("The web server");
  }

  @Test
  void a_use_is_a_line_of_code_that_says_the_symbol() throws IOException {
    Analysis analysis = analyze(gossip, "Limit what packetListen takes of one sender");

    assertThat(analysis.findings())
        .contains(
            "`packetListen` is a likely place; 1 other file uses it. [net.go:6]",
            "`memberlist` uses `packetListen`. [memberlist.go:9]");
    assertThat(analysis.implementationApproaches().get(0).cons())
        .contains("May be noticed elsewhere: 1 other file uses it. [memberlist.go:9]");
  }

  @Test
  void whatever_is_said_to_use_or_test_a_name_says_it_on_that_line() throws IOException {
    List<String> sentences = new ArrayList<>();
    for (String task :
        List.of(
            "Limit what packetListen takes of one sender",
            "Fix the race in probeNode",
            "Give the message type a name for Memberlist")) {
      sentences.addAll(analyze(gossip, task).findings());
    }
    int uses = 0;
    for (String sentence : sentences) {
      Matcher use = USE.matcher(sentence);
      if (use.find()) {
        uses++;
        Path file = gossip.root().resolve(use.group(2));
        String line = Files.readAllLines(file).get(Integer.parseInt(use.group(3)) - 1);
        assertThat(line).as(sentence).containsPattern("\\b" + use.group(1) + "\\b");
      }
    }
    assertThat(uses).isGreaterThan(2);
  }

  @Test
  void a_test_that_calls_a_function_is_found_whatever_the_first_type_of_its_file_is()
      throws IOException {
    Analysis analysis = analyze(gossip, "Fix the race in probeNode");

    assertThat(analysis.findings())
        .contains("`state_test` tests `probeNode`. [state_test.go:7]")
        .noneMatch(finding -> finding.startsWith("No test imports or names `probeNode`"));
    assertThat(analysis.implementationApproaches().get(0).tasks())
        .extracting(task -> task.name())
        .contains("Extend the tests of probeNode");
  }

  @Test
  void an_interface_that_only_stands_in_the_same_folder_is_no_seam() throws IOException {
    assertThat(analyze(gossip, "Limit what packetListen takes of one sender"))
        .satisfies(
            analysis ->
                assertThat(analysis.implementationApproaches())
                    .extracting(Approach::name)
                    .noneMatch(name -> name.contains("AliveDelegate")));
  }

  @Test
  void at_the_root_a_module_is_added_beside_a_file_and_in_no_folder_without_a_name()
      throws IOException {
    assertThat(analyze(gossip, "Give Memberlist a queue").implementationApproaches())
        .flatExtracting(Approach::tasks)
        .extracting(task -> task.name())
        .contains("Add the module beside memberlist.go");
  }

  @Test
  void a_configuration_file_speaks_of_a_task_where_a_line_sets_two_of_its_words()
      throws IOException {
    String task = "Limit the packets of one sender by source";
    assertThat(analyze(gossip, task).findings())
        .noneMatch(finding -> finding.startsWith("A configuration file"));

    gossip.write("conf/limits.yml", "name: source\nsender_packets: 10\n");

    assertThat(analyze(gossip, task).findings())
        .contains(
            "A configuration file says `packets`, `sender`: conf/limits.yml. [conf/limits.yml:2]");
  }

  @Test
  void the_verb_of_a_task_is_no_identifier() throws IOException {
    Analysis analysis = analyze(server, "Answer 503 with Retry-After while the server is closing");

    assertThat(analysis.findings()).noneMatch(finding -> finding.contains("`answer`"));
    assertThat(analysis.implementationApproaches())
        .extracting(Approach::name)
        .noneMatch(name -> name.contains("answer"))
        .first()
        .asString()
        .isEqualTo("Extend closeServer in lib/server.js");
  }

  @Test
  void a_type_that_a_sentence_begins_with_is_what_it_is_about() throws IOException {
    server.write("lib/scheduler.js", "class Scheduler {\n  next () { return null }\n}\n");
    server.write("lib/queue.js", "class Queue {\n  push (job) { return job }\n}\n");

    assertThat(analyze(server, "Scheduler drops jobs when the load is high").findings())
        .anyMatch(finding -> finding.startsWith("`Scheduler` is a likely place."));
  }

  @Test
  void a_name_of_ones_own_is_no_use_of_anothers() throws IOException {
    Analysis analysis = analyze(server, "Change what `answer` gives back");

    assertThat(analysis.findings())
        .contains("`answer` is a likely place. [lib/validation.js:6]")
        .noneMatch(finding -> finding.startsWith("`handle-request` uses"));
  }

  @Test
  void what_a_task_names_as_code_is_an_identifier_also_where_it_is_a_verb() throws IOException {
    assertThat(analyze(server, "`validate` the header").implementationApproaches())
        .extracting(Approach::name)
        .contains("Extend validate in lib/validation.js");
  }

  private Analysis analyze(Repository repository, String task) throws IOException {
    return Analyzing.of(repository, folder.resolve("data"), task, () -> {});
  }
}
