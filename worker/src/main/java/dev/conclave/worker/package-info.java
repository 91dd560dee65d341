@NullMarked
package dev.conclave.worker;

import org.jspecify.annotations.NullMarked;
