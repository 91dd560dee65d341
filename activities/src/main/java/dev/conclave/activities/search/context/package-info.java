/** The context package: keywords, queries, patterns, the map. */
@NullMarked
package dev.conclave.activities.search.context;

import org.jspecify.annotations.NullMarked;
