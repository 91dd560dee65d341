/**
 * The full context of a task on the host of its workspace: an earlier package, the user's intent,
 * changes of planning documents, the package from all sources, planning notes.
 */
@NullMarked
package dev.conclave.activities.context;

import org.jspecify.annotations.NullMarked;
