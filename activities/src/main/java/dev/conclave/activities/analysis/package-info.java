/** Rules of the deep analysis. */
@NullMarked
package dev.conclave.activities.analysis;

import org.jspecify.annotations.NullMarked;
