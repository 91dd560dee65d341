@NullMarked
package dev.conclave.activities.workspace;

import org.jspecify.annotations.NullMarked;
