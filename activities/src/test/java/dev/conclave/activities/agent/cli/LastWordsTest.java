package dev.conclave.activities.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LastWordsTest {

  @Test
  void of_a_python_trace_only_what_was_raised_is_told() {
    String stderr =
        """
        thinking about the task
        Traceback (most recent call last):
          File "/usr/lib/agent.py", line 3, in <module>
            exec(open(sys.argv[1]).read())
        RuntimeError: model backend exploded
        """;

    assertThat(LastWords.of(stderr)).isEqualTo("RuntimeError: model backend exploded");
  }

  @Test
  void of_a_trace_of_node_only_the_error_above_it_is_told_and_no_frame_is_taken_for_it() {
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

    assertThat(LastWords.of(stderr)).isEqualTo("Error: no model configured");
  }

  @Test
  void of_python_traces_in_a_row_the_last_is_told_whatever_its_name() {
    String stderr =
        """
        Traceback (most recent call last):
          File "/usr/lib/agent.py", line 3, in <module>
            call()
        ConnectionError: refused

        During handling of the above exception, another exception occurred:

        Traceback (most recent call last):
          File "/usr/lib/agent.py", line 5, in <module>
            raise Overloaded("try later")
        agent.Overloaded: try later
        and the rest of its message
        """;

    assertThat(LastWords.of(stderr)).isEqualTo("agent.Overloaded: try later");
  }

  @Test
  void without_any_word_of_an_error_the_last_line_comes_first() {
    assertThat(LastWords.of("starting\nbye\n")).isEqualTo("bye; before it: starting");
    assertThat(LastWords.of("bye\n")).isEqualTo("bye");
  }
}
