/** Looking sessions up. */
@NullMarked
package dev.conclave.client.show;

import org.jspecify.annotations.NullMarked;
