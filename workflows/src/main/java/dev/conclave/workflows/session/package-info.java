@NullMarked
package dev.conclave.workflows.session;

import org.jspecify.annotations.NullMarked;
