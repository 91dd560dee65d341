/** Benchmarks that anyone can run. */
@NullMarked
package dev.conclave.bench;

import org.jspecify.annotations.NullMarked;
