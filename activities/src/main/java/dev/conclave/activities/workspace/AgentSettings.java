package dev.conclave.activities.workspace;

import java.util.Locale;
import java.util.Set;

/**
 * Settings of agent CLIs that a repository brings. They can name commands to run, so a cloned
 * repository's are kept from agents unless the user trusts them.
 */
final class AgentSettings {
  private static final Set<String> FOLDERS = Set.of(".gemini", ".codex", ".qwen", ".opencode");
  private static final Set<String> FILES = Set.of(".mcp.json", "opencode.json", "opencode.jsonc");
  private static final String CLAUDE = ".claude";

  private AgentSettings() {}

  /** Whether a file is such a setting, or a link that stands in for a folder of them. */
  static boolean includes(String raw) {
    String[] names = raw.toLowerCase(Locale.ROOT).split("/", -1);
    String file = names[names.length - 1];
    for (String name : names) {
      if (FOLDERS.contains(name)) {
        return true;
      }
    }
    boolean inClaude = names.length > 1 && names[names.length - 2].equals(CLAUDE);
    return FILES.contains(file) || file.equals(CLAUDE) || (inClaude && file.startsWith("settings"));
  }
}
