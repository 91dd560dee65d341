/** The context package: keywords, queries, patterns, excerpts. */
@NullMarked
package dev.conclave.activities.search.context;

import org.jspecify.annotations.NullMarked;
