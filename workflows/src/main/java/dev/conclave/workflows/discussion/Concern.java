package dev.conclave.workflows.discussion;

import java.util.List;

/**
 * A concern of the agents that is put to the human, whether or not there was room to ask of it.
 *
 * @param question that is asked of it, in the session's first language
 * @param text as an agent worded it, bounded
 * @param agents that raised it
 */
public record Concern(String question, String text, List<String> agents) {}
