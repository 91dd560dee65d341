/** What a host has of what Conclave uses, and how to get the rest. */
@NullMarked
package dev.conclave.worker.doctor;

import org.jspecify.annotations.NullMarked;
