@NullMarked
package dev.conclave.activities.planning;

import org.jspecify.annotations.NullMarked;
