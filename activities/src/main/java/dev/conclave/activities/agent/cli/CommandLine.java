package dev.conclave.activities.agent.cli;

import java.util.List;
import java.util.Map;

/**
 * How an agent is run once.
 *
 * @param arguments after the program
 * @param environment set in the child beside what it inherits
 */
public record CommandLine(List<String> arguments, Map<String, String> environment) {}
