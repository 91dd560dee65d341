/** Execution of plans: commands, checks, changes and their delivery. */
@NullMarked
package dev.conclave.activities.execution;

import org.jspecify.annotations.NullMarked;
