package dev.conclave.client.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that was built, and what it runs on. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() throws IOException {
    Properties built = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      if (in != null) {
        built.load(in);
      }
    }
    return new String[] {
      "conclave " + built.getProperty("version", "unknown"),
      "Temporal SDK " + io.temporal.serviceclient.Version.LIBRARY_VERSION,
      "Java %s (%s), %s %s"
          .formatted(
              System.getProperty("java.version"),
              System.getProperty("java.vendor"),
              System.getProperty("os.name"),
              System.getProperty("os.arch"))
    };
  }
}
