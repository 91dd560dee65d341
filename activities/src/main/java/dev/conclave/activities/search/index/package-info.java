/** The embedded index of a workspace. */
@NullMarked
package dev.conclave.activities.search.index;

import org.jspecify.annotations.NullMarked;
