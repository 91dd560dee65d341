@NullMarked
package dev.conclave.activities.git;

import org.jspecify.annotations.NullMarked;
