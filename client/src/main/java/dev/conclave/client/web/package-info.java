/** The web pages of {@code conclave ui} and their forms. */
@NullMarked
package dev.conclave.client.web;

import org.jspecify.annotations.NullMarked;
