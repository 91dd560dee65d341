@NullMarked
package dev.conclave.activities;

import org.jspecify.annotations.NullMarked;
