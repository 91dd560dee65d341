/**
 * Gathers the full context of a task on the host of its workspace: a reusable earlier package, the
 * user's intent, edits of planning documents, the context package and planning notes.
 */
@NullMarked
package dev.conclave.activities.context;

import org.jspecify.annotations.NullMarked;
