package dev.conclave.activities.agent.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LastWordsTest {

  @Test
  void the_error_at_the_end_of_a_python_trace_comes_first() {
    String stderr =
        """
        thinking about the task
        Traceback (most recent call last):
          File "/usr/lib/agent.py", line 3, in <module>
            exec(open(sys.argv[1]).read())
        RuntimeError: model backend exploded
        """;

    assertThat(LastWords.of(stderr))
        .startsWith("RuntimeError: model backend exploded; before it: thinking about the task");
  }

  @Test
  void the_error_above_a_trace_of_node_comes_first_and_no_frame_is_taken_for_it() {
    String stderr =
        """
        file:///opt/agent/cli.js:12
                throw new Error('no model');
                ^

        Error: no model configured
            at ModelError.raise (file:///opt/agent/cli.js:12:9)
            at node:internal/main/run_main_module:28:49

        Node.js v22.1.0
        """;

    assertThat(LastWords.of(stderr)).startsWith("Error: no model configured; then: ");
  }

  @Test
  void without_any_word_of_an_error_the_last_line_comes_first() {
    assertThat(LastWords.of("starting\nbye\n")).isEqualTo("bye; before it: starting");
    assertThat(LastWords.of("bye\n")).isEqualTo("bye");
  }
}
