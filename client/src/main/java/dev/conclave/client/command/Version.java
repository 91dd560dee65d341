package dev.conclave.client.command;

import dev.conclave.workflows.temporal.ProductVersion;
import picocli.CommandLine.IVersionProvider;

/** The version that was built, and what it runs on. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {
      "conclave " + ProductVersion.get(),
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
