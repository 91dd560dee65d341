/** Ranking: the query, the weights, the factors. */
@NullMarked
package dev.conclave.activities.search.rank;

import org.jspecify.annotations.NullMarked;
