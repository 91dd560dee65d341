/** Connection, data converter, task queues, search attributes, failure types. */
@NullMarked
package dev.conclave.workflows.temporal;

import org.jspecify.annotations.NullMarked;
