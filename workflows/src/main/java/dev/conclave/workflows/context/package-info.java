/**
 * The full context of a task: its workflow, explorations, conflicts and gates, and the package for
 * a planning session.
 */
@NullMarked
package dev.conclave.workflows.context;

import org.jspecify.annotations.NullMarked;
