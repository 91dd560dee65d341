package dev.conclave.client.remote;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.HandlerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * What stands before a Temporal server elsewhere: it terminates TLS, may demand a client
 * certificate or an API key, remembers the headers of every call and passes the call on as it is.
 */
final class SecureGate implements AutoCloseable {
  static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  static final Metadata.Key<String> NAMESPACE =
      Metadata.Key.of("temporal-namespace", Metadata.ASCII_STRING_MARSHALLER);

  /** Calls by method and the headers that they brought. */
  final Queue<Passed> passed = new ConcurrentLinkedQueue<>();

  private final Server server;
  private final ManagedChannel backend;
  private final Optional<String> key;

  record Passed(String method, Optional<String> authorization, Iterable<String> namespaces) {}

  /**
   * Opens the gate.
   *
   * @param backend address of a server without TLS
   * @param clients whose certificates are demanded
   * @param key that is demanded
   */
  SecureGate(
      String backend, Certificates.Pair certificate, Optional<Path> clients, Optional<String> key)
      throws IOException {
    this.key = key;
    this.backend = NettyChannelBuilder.forTarget(backend).usePlaintext().build();
    SslContextBuilder tls =
        GrpcSslContexts.forServer(certificate.certificate().toFile(), certificate.key().toFile());
    clients.ifPresent(ca -> tls.trustManager(ca.toFile()).clientAuth(ClientAuth.REQUIRE));
    this.server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .sslContext(tls.build())
            .fallbackHandlerRegistry(new Everything())
            .build()
            .start();
  }

  String address() {
    return "127.0.0.1:" + server.getPort();
  }

  @Override
  public void close() throws InterruptedException {
    server.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
    backend.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
  }

  private final class Everything extends HandlerRegistry {
    @Override
    public ServerMethodDefinition<?, ?> lookupMethod(String method, String authority) {
      MethodDescriptor<byte[], byte[]> any =
          MethodDescriptor.newBuilder(new Bytes(), new Bytes())
              .setFullMethodName(method)
              .setType(MethodDescriptor.MethodType.UNKNOWN)
              .build();
      return ServerMethodDefinition.create(any, new PassOn(any));
    }
  }

  private final class PassOn implements ServerCallHandler<byte[], byte[]> {
    private final MethodDescriptor<byte[], byte[]> method;

    PassOn(MethodDescriptor<byte[], byte[]> method) {
      this.method = method;
    }

    @Override
    public ServerCall.Listener<byte[]> startCall(
        ServerCall<byte[], byte[]> from, Metadata headers) {
      Optional<String> shown = Optional.ofNullable(headers.get(AUTHORIZATION));
      Iterable<String> namespaces = headers.getAll(NAMESPACE);
      passed.add(
          new Passed(
              method.getBareMethodName(),
              shown,
              namespaces == null ? java.util.List.of() : namespaces));
      if (key.isPresent() && !shown.equals(key.map(k -> "Bearer " + k))) {
        from.close(Status.UNAUTHENTICATED.withDescription("Request unauthorized."), new Metadata());
        return new ServerCall.Listener<>() {};
      }
      ClientCall<byte[], byte[]> to = backend.newCall(method, CallOptions.DEFAULT);
      to.start(new Answers(from), headers);
      to.request(Integer.MAX_VALUE);
      from.request(Integer.MAX_VALUE);
      return new Questions(to);
    }
  }

  private static final class Questions extends ServerCall.Listener<byte[]> {
    private final ClientCall<byte[], byte[]> to;

    Questions(ClientCall<byte[], byte[]> to) {
      this.to = to;
    }

    @Override
    public void onMessage(byte[] message) {
      to.sendMessage(message);
    }

    @Override
    public void onHalfClose() {
      to.halfClose();
    }

    @Override
    public void onCancel() {
      to.cancel("the caller went away", null);
    }
  }

  private static final class Answers extends ClientCall.Listener<byte[]> {
    private final ServerCall<byte[], byte[]> from;

    Answers(ServerCall<byte[], byte[]> from) {
      this.from = from;
    }

    @Override
    public void onHeaders(Metadata headers) {
      from.sendHeaders(headers);
    }

    @Override
    public void onMessage(byte[] message) {
      from.sendMessage(message);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      from.close(status, trailers);
    }
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
