package dev.conclave.client.command;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import java.util.logging.LogManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A command speaks for itself: what libraries log is not for its user. A command that runs as a
 * service turns its own logging on.
 */
final class Logging {
  private Logging() {}

  static void quiet() {
    LogManager.getLogManager().reset(); // gRPC logs to java.util.logging
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logback) {
      logback.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.OFF);
    }
  }
}
