@NullMarked
package dev.conclave.workflows.config;

import org.jspecify.annotations.NullMarked;
