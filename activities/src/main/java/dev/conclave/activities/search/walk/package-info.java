/** The search that needs no index. */
@NullMarked
package dev.conclave.activities.search.walk;

import org.jspecify.annotations.NullMarked;
