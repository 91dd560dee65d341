package dev.conclave.client.cli;

import picocli.AutoComplete;
import picocli.CommandLine;

/**
 * Completion for bash and, through its bashcompinit, zsh: picocli's, and the ids of sessions, which
 * are asked for when they are wanted and remembered for some seconds.
 */
final class BashCompletion {
  private static final String SESSIONS =
      """
      # Ids of sessions, from the command that is being completed; asked for at most every 10 seconds.
      function _conclave_sessions() {
        case ${COMP_WORDS[COMP_CWORD]} in -*) return ;; esac
        if [[ -z ${_conclave_sessions_at-} ]] || ((SECONDS - _conclave_sessions_at > 10)); then
          _conclave_session_names=$("${COMP_WORDS[0]}" %s 2>/dev/null </dev/null)
          _conclave_sessions_at=$SECONDS
        fi
        _conclave_ids=(last)
        local id
        while IFS= read -r id; do
          [[ -n $id ]] && _conclave_ids+=("$id")
        done <<<"$_conclave_session_names"
      }

      """
          .formatted(SessionNamesCommand.NAME);

  private BashCompletion() {}

  static String script(CommandLine root) {
    String script = AutoComplete.bash(root.getCommandName(), root);
    String asked =
        script.replaceAll(
            "(?m)^( *)local (\\w+)=\\(\"" + Candidates.SESSIONS + "\"\\)(.*)$",
            "$1_conclave_sessions\n$1local $2=(\"\\${_conclave_ids[@]}\")$3");
    int first = asked.indexOf("\nfunction ");
    return asked.substring(0, first + 1) + SESSIONS + asked.substring(first + 1);
  }
}
