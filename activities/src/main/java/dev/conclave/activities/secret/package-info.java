@NullMarked
package dev.conclave.activities.secret;

import org.jspecify.annotations.NullMarked;
