/** The agent CLIs: one class for each, and the registry that lists them. */
@NullMarked
package dev.conclave.workflows.agentcli;

import org.jspecify.annotations.NullMarked;
