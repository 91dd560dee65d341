/** Arguments that several commands take, and the words that help and completion offer for them. */
@NullMarked
package dev.conclave.client.argument;

import org.jspecify.annotations.NullMarked;
