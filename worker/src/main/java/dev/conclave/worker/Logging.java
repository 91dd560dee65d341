package dev.conclave.worker;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import dev.conclave.workflows.config.ConfigurationException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a worker's log goes: short lines for a person who looks on, or a file with all of it. */
public final class Logging {
  /** The variable that asks for one JSON document a line. */
  public static final String FORMAT = "CONCLAVE_LOG";

  private Logging() {}

  /** Lines on stderr, as the environment wants them. */
  public static void toConsole(Map<String, String> environment) {
    configure("logback-console.xml", json(environment));
  }

  /** A file of at most 10 MB with three predecessors. */
  public static void toFile(Path file, Map<String, String> environment) {
    System.setProperty("conclave.log.file", file.toString());
    configure("logback-file.xml", json(environment));
  }

  /** Whether every line is to be a JSON document. */
  public static boolean json(Map<String, String> environment) {
    String format = environment.getOrDefault(FORMAT, "").strip();
    return switch (format) {
      case "", "text" -> false;
      case "json" -> true;
      default ->
          throw new ConfigurationException(
              "%s is \"%s\": write text or json.".formatted(FORMAT, format));
    };
  }

  private static void configure(String resource, boolean json) {
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
      if (json) {
        asJson(context);
      }
    }
  }

  /** The same appenders, with another encoder. */
  private static void asJson(LoggerContext context) {
    Iterator<Appender<ILoggingEvent>> appenders =
        context.getLogger(Logger.ROOT_LOGGER_NAME).iteratorForAppenders();
    while (appenders.hasNext()) {
      if (appenders.next() instanceof OutputStreamAppender<ILoggingEvent> appender) {
        JsonEncoder encoder = new JsonEncoder();
        encoder.setContext(context);
        encoder.setWithSequenceNumber(false);
        encoder.setWithNanoseconds(false);
        encoder.setWithContext(false);
        encoder.setWithArguments(false);
        encoder.setWithMessage(false);
        encoder.setWithFormattedMessage(true);
        encoder.start();
        appender.setEncoder(encoder);
      }
    }
  }
}
