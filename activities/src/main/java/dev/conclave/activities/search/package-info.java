/** Finds the parts of a tree that a task concerns; see docs/search.md. */
@NullMarked
package dev.conclave.activities.search;

import org.jspecify.annotations.NullMarked;
