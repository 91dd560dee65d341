package dev.conclave.client.remote;

import io.grpc.BindableService;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * A proxy to an in-memory Temporal server that may require TLS, a client certificate or an API key,
 * and records the headers of every call.
 */
final class SecureGate implements AutoCloseable, ServerInterceptor {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<String> NAMESPACE =
      Metadata.Key.of("temporal-namespace", Metadata.ASCII_STRING_MARSHALLER);

  /** Calls by method, with their headers. */
  final Queue<Passed> passed = new ConcurrentLinkedQueue<>();

  private final Server server;
  private final Optional<String> key;

  record Passed(String method, Optional<String> authorization, Iterable<String> namespaces) {}

  /**
   * Opens the gate.
   *
   * @param services of the server
   * @param own certificate; without one there is no TLS
   * @param clients trusted client certificates
   * @param key the required API key
   */
  SecureGate(
      List<BindableService> services,
      Optional<Certificates.Pair> own,
      Optional<Path> clients,
      Optional<String> key)
      throws IOException {
    this.key = key;
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    if (own.isPresent()) {
      SslContextBuilder tls =
          GrpcSslContexts.forServer(own.get().certificate().toFile(), own.get().key().toFile());
      clients.ifPresent(ca -> tls.trustManager(ca.toFile()).clientAuth(ClientAuth.REQUIRE));
      builder.sslContext(tls.build());
    }
    services.forEach(builder::addService);
    this.server = builder.intercept(this).build().start();
  }

  String address() {
    return "127.0.0.1:" + server.getPort();
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    Optional<String> shown = Optional.ofNullable(headers.get(AUTHORIZATION));
    Iterable<String> namespaces = Optional.ofNullable(headers.getAll(NAMESPACE)).orElse(List.of());
    passed.add(new Passed(call.getMethodDescriptor().getBareMethodName(), shown, namespaces));
    if (key.isPresent() && !shown.equals(key.map(k -> "Bearer " + k))) {
      call.close(Status.UNAUTHENTICATED.withDescription("Request unauthorized."), new Metadata());
      return new ServerCall.Listener<>() {};
    }
    return next.startCall(call, headers);
  }

  @Override
  public void close() throws InterruptedException {
    server.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
  }
}
