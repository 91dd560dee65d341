package dev.conclave.worker.stack;

import dev.conclave.worker.WorkerHost;
import dev.conclave.worker.operations.CodecServer;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.EncryptionKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The codec server for the UI of the server that this host started. */
public final class CodecBesideServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CodecBesideServer.class);

  private final Optional<CodecServer> codec;

  private CodecBesideServer(Optional<CodecServer> codec) {
    this.codec = codec;
  }

  /**
   * Serves where that UI looks. It is nowhere when the worker works for another server, or when the
   * port is taken: then the UI shows payloads as they are stored.
   */
  static CodecBesideServer of(WorkerHost host) throws IOException {
    LocalServer server = new LocalServer(host.folder());
    Optional<Integer> port = server.codecPort();
    if (port.isEmpty() || server.runningAt(host.connection().settings().address()).isEmpty()) {
      return new CodecBesideServer(Optional.empty());
    }
    try {
      return new CodecBesideServer(Optional.of(serve(host, port.get())));
    } catch (BindException e) {
      LOG.warn(
          "the Temporal UI cannot show large or encrypted payloads: no codec server at port {} ({})",
          port.get(),
          e.getMessage());
      return new CodecBesideServer(Optional.empty());
    }
  }

  private static CodecServer serve(WorkerHost host, int port) throws IOException {
    return CodecServer.serve(
        port,
        ConclaveDataConverter.codec(
            EncryptionKeys.read(host.configuration().encryption(), host.environment())),
        () -> pages(host.folder()));
  }

  /** The origins of the UI of the server that this host started; none while it does not run. */
  public static Set<String> pages(DataFolder folder) {
    try {
      return new LocalServer(folder)
          .running()
          .flatMap(StateFile.Note::ui)
          .map(CodecServer::originsOf)
          .orElse(Set.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it serves, if it does. */
  Optional<String> url() {
    return codec.map(CodecServer::url);
  }

  @Override
  public void close() {
    codec.ifPresent(CodecServer::close);
  }
}
