/** The analysis of a topic from several perspectives. */
@NullMarked
package dev.conclave.workflows.analyze;

import org.jspecify.annotations.NullMarked;
