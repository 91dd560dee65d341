/** One process: registration, polling, shutdown. */
@NullMarked
package dev.conclave.worker;

import org.jspecify.annotations.NullMarked;
