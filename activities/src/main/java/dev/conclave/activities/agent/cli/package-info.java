@NullMarked
package dev.conclave.activities.agent.cli;

import org.jspecify.annotations.NullMarked;
