/** Changes under review: their two sides, diff and pull request. */
@NullMarked
package dev.conclave.activities.review;

import org.jspecify.annotations.NullMarked;
