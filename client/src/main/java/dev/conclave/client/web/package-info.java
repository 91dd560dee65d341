/** The web page of `conclave ui`: what browsers on this host are shown, and what they send. */
@NullMarked
package dev.conclave.client.web;

import org.jspecify.annotations.NullMarked;
