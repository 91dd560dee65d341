/** The deep analysis of a topic from several perspectives, up to its configuration gate. */
@NullMarked
package dev.conclave.workflows.analyze;

import org.jspecify.annotations.NullMarked;
