/**
 * The agent CLIs, one class for each: how it is called, what it prints, whether it is logged in.
 */
@NullMarked
package dev.conclave.activities.agent.cli;

import org.jspecify.annotations.NullMarked;
