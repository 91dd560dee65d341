@NullMarked
package dev.conclave.activities.agent.prompt;

import org.jspecify.annotations.NullMarked;
