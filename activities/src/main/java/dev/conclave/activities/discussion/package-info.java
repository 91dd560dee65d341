@NullMarked
package dev.conclave.activities.discussion;

import org.jspecify.annotations.NullMarked;
