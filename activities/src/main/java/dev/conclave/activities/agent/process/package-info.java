@NullMarked
package dev.conclave.activities.agent.process;

import org.jspecify.annotations.NullMarked;
