package dev.conclave.workflows.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

public final class ProductVersion {
  private ProductVersion() {}

  public static String get() {
    Properties built = new Properties();
    try (InputStream in = ProductVersion.class.getResourceAsStream("version.properties")) {
      if (in != null) {
        built.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return built.getProperty("version", "unknown");
  }
}
