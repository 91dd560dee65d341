@NullMarked
package dev.conclave.activities.session;

import org.jspecify.annotations.NullMarked;
