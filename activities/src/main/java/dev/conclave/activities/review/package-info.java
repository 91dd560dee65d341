/** A change under review: its two sides, its diff, and its pull request. */
@NullMarked
package dev.conclave.activities.review;

import org.jspecify.annotations.NullMarked;
