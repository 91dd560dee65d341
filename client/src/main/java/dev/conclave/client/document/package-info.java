/** What {@code --json} prints. */
@NullMarked
package dev.conclave.client.document;

import org.jspecify.annotations.NullMarked;
