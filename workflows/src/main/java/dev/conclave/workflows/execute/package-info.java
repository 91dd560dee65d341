/** Execution of plans: tasks, checks, review, delivery. */
@NullMarked
package dev.conclave.workflows.execute;

import org.jspecify.annotations.NullMarked;
