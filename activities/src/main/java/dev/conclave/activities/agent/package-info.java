@NullMarked
package dev.conclave.activities.agent;

import org.jspecify.annotations.NullMarked;
