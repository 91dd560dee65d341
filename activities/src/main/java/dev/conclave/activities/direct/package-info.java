/** The analyst that needs no model. */
@NullMarked
package dev.conclave.activities.direct;

import org.jspecify.annotations.NullMarked;
