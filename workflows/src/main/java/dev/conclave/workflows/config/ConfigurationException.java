package dev.conclave.workflows.config;

/** An invalid configuration; the message names file, line and fix. */
public final class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ConfigurationException(String message) {
    super(message);
  }
}
