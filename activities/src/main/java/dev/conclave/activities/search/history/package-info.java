/** What the Git history of a workspace says of its files. */
@NullMarked
package dev.conclave.activities.search.history;

import org.jspecify.annotations.NullMarked;
