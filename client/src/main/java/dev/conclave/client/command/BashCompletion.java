package dev.conclave.client.command;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Completion for bash and, through its bashcompinit, zsh: picocli's, and the ids of sessions, which
 * are asked for when they are wanted and remembered for some seconds.
 */
final class BashCompletion {
  private static final String HEAD =
      """
      # Completion of %1$s for bash and zsh: source <(%1$s completion bash)

      # Ids of sessions, from the program that is being completed; asked for at most every 10 seconds.
      function _conclave_sessions() {
        case ${COMP_WORDS[COMP_CWORD]} in -*) return ;; esac
        if [[ -z ${_conclave_sessions_at-} ]] || ((SECONDS - _conclave_sessions_at > 10)); then
          _conclave_session_names=$("${COMP_WORDS[0]}" %2$s 2>/dev/null </dev/null)
          _conclave_sessions_at=$SECONDS
        fi
        _conclave_ids=(last)
        local id
        while IFS= read -r id; do
          [[ -n $id ]] && _conclave_ids+=("$id")
        done <<<"$_conclave_session_names"
      }

      """;

  private static final Pattern SESSIONS =
      Pattern.compile("(?m)^( *)local (\\w+)=\\(\"" + Candidates.SESSIONS + "\"\\)(.*)$");
  private static final String FILES =
      "type compopt &>/dev/null && compopt -o default\n      return";

  private BashCompletion() {}

  static String script(CommandLine root) {
    String script = AutoComplete.bash(root.getCommandName(), root);
    String names = String.join("\" \"", HelpCommand.names(root));
    String complete =
        SESSIONS
            .matcher(script.substring(script.indexOf("if [ -n \"$BASH_VERSION\"")))
            .replaceAll("$1_conclave_sessions\n$1local $2=(\"\\${_conclave_ids[@]}\")$3")
            .replace(Candidates.COMMANDS, names);
    for (CommandLine command : root.getSubcommands().values()) {
      for (OptionSpec option : command.getCommandSpec().options()) {
        complete = files(complete, option);
      }
    }
    return HEAD.formatted(root.getCommandName(), SessionNamesCommand.NAME) + complete;
  }

  /** Picocli knows files by the type Path alone, not behind an Optional, and not where URLs fit. */
  private static String files(String script, OptionSpec option) {
    if (!takesFile(option)) {
      return script;
    }
    String names =
        Arrays.stream(option.names())
            .map(name -> "'" + name + "'")
            .collect(Collectors.joining("|"));
    return script.replace(names + ")\n      return", names + ")\n      " + FILES);
  }

  /** Whether a file or folder is an argument of the option. */
  static boolean takesFile(OptionSpec option) {
    return List.of(option.paramLabel().split("[^A-Z]+")).stream()
        .anyMatch(word -> List.of("FILE", "DIR", "PATH").contains(word));
  }
}
