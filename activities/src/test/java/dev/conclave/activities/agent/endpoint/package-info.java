/** A scripted model endpoint on loopback for tests with real agent CLIs. */
package dev.conclave.activities.agent.endpoint;
