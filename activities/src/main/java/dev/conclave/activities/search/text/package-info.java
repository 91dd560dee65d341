/** Words and identifiers as index terms. */
@NullMarked
package dev.conclave.activities.search.text;

import org.jspecify.annotations.NullMarked;
