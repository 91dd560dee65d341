/** Help and shell completion. */
@NullMarked
package dev.conclave.client.help;

import org.jspecify.annotations.NullMarked;
