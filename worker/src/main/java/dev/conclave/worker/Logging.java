package dev.conclave.worker;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.rolling.RollingPolicyBase;
import ch.qos.logback.core.rolling.RolloverFailure;
import ch.qos.logback.core.spi.FilterReply;
import dev.conclave.workflows.config.ConfigurationException;
import dev.conclave.workflows.text.ControlCharacters;
import io.temporal.failure.ApplicationErrorCategory;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/** Configures a worker's log: short lines on the console, or a complete file. */
public final class Logging {

  /** The variable for the format; {@code json} writes one JSON document per line. */
  public static final String FORMAT = "CONCLAVE_LOG";

  private Logging() {}

  public static void toConsole(Map<String, String> environment) {
    configure("logback-console.xml", json(environment));
  }

  /** Logs to a file of at most 10 MB, with three rotated files. */
  public static void toFile(Path file, Map<String, String> environment) {
    System.setProperty("conclave.log.file", file.toString());
    configure("logback-file.xml", json(environment));
  }

  public static boolean json(Map<String, String> environment) {
    String format = environment.getOrDefault(FORMAT, "").strip();
    if (!Set.of("", "text", "json").contains(format)) {
      throw new ConfigurationException("%s is \"%s\": use text or json.".formatted(FORMAT, format));
    }
    return format.equals("json");
  }

  private static void configure(String resource, boolean json) {
    if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
      return;
    }
    Class<?> encoder = json ? JsonLines.class : TextLines.class;
    System.setProperty("conclave.log.encoder", encoder.getName());
    try {
      context.reset();
      JoranConfigurator configurator = new JoranConfigurator();
      configurator.setContext(context);
      configurator.doConfigure(Objects.requireNonNull(Logging.class.getResource(resource)));
    } catch (JoranException e) {
      throw new IllegalStateException("The logging configuration " + resource + " is invalid", e);
    }
    context.addTurboFilter(
        new TurboFilter() {
          /** Drops the SDK's warnings about benign failures, such as refused updates. */
          @Override
          public FilterReply decide(
              @Nullable Marker marker,
              Logger logger,
              Level level,
              @Nullable String format,
              Object @Nullable [] parameters,
              @Nullable Throwable thrown) {
            return isBenign(thrown)
                    || (parameters != null && Stream.of(parameters).anyMatch(Logging::isBenign))
                ? FilterReply.DENY
                : FilterReply.NEUTRAL;
          }
        });
  }

  /** Indents the further lines of a record, so that no text in it looks like another record. */
  public static final class TextLines extends PatternLayoutEncoder {
    @Override
    public byte[] encode(ILoggingEvent event) {
      String record = visible(super.encode(event)).stripTrailing();
      return (record.replace("\n", "\n\t") + "\n").getBytes(StandardCharsets.UTF_8);
    }
  }

  public static final class JsonLines extends JsonEncoder {
    @Override
    public byte[] encode(ILoggingEvent event) {
      return visible(super.encode(event)).getBytes(StandardCharsets.UTF_8);
    }
  }

  private static String visible(byte[] record) {
    return ControlCharacters.removed(new String(record, StandardCharsets.UTF_8));
  }

  private static boolean isBenign(@Nullable Object thrown) {
    return thrown instanceof ApplicationFailure failure
        && failure.getCategory() == ApplicationErrorCategory.BENIGN;
  }

  /**
   * Keeps three rotated files. Logback's own policies parse the path as a pattern, in which a
   * percent sign is special.
   */
  public static final class Predecessors extends RollingPolicyBase {
    private static final int KEPT = 3;

    @Override
    public void rollover() {
      try {
        for (int number = KEPT; number > 0; number--) {
          Path newer = number == 1 ? Path.of(getActiveFileName()) : predecessor(number - 1);
          if (Files.exists(newer)) {
            Files.move(newer, predecessor(number), StandardCopyOption.REPLACE_EXISTING);
          }
        }
      } catch (IOException e) {
        throw new RolloverFailure("Cannot rename the log", e);
      }
    }

    private Path predecessor(int number) {
      return Path.of(getActiveFileName() + "." + number);
    }

    @Override
    public String getActiveFileName() {
      return getParentsRawFileProperty();
    }
  }
}
