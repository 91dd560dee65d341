@NullMarked
package dev.conclave.activities.document;

import org.jspecify.annotations.NullMarked;
