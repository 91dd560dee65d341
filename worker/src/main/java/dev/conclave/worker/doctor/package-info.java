/** Checks what a host provides for Conclave and how to install the rest. */
@NullMarked
package dev.conclave.worker.doctor;

import org.jspecify.annotations.NullMarked;
