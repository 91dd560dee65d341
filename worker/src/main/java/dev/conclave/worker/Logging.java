package dev.conclave.worker;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Objects;
import org.slf4j.LoggerFactory;

/** Where a worker's log goes: short lines for a person who looks on, or a file with all of it. */
public final class Logging {
  private Logging() {}

  /** Lines on stderr. */
  public static void toConsole() {
    configure("logback-console.xml");
  }

  /** A file of at most 10 MB with three predecessors. */
  public static void toFile(Path file) {
    System.setProperty("conclave.log.file", file.toString());
    configure("logback-file.xml");
  }

  private static void configure(String resource) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      URL configuration = Objects.requireNonNull(Logging.class.getResource(resource));
      try {
        context.reset();
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(configuration);
      } catch (JoranException e) {
        throw new IllegalStateException("The logging configuration " + resource + " is broken", e);
      }
    }
  }
}
