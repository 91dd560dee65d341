@NullMarked
package dev.conclave.client;

import org.jspecify.annotations.NullMarked;
