/** Support for the agent CLIs, one class each: command line, output and login. */
@NullMarked
package dev.conclave.activities.agent.cli;

import org.jspecify.annotations.NullMarked;
