/**
 * The full gathering of context for a task: its workflow, its explorations, conflicts and gates,
 * and what a planning session gets of it.
 */
@NullMarked
package dev.conclave.workflows.context;

import org.jspecify.annotations.NullMarked;
