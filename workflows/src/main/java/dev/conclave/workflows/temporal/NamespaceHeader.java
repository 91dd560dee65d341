package dev.conclave.workflows.temporal;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;

/**
 * Names the namespace in the header of every call, as proxies and regional endpoints route by it.
 * The SDK does so for its own calls; this is for ours.
 */
final class NamespaceHeader implements ClientInterceptor {
  static final Metadata.Key<String> KEY =
      Metadata.Key.of("temporal-namespace", Metadata.ASCII_STRING_MARSHALLER);

  private final String namespace;

  NamespaceHeader(String namespace) {
    this.namespace = namespace;
  }

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void start(Listener<R> listener, Metadata headers) {
        if (!headers.containsKey(KEY)) {
          headers.put(KEY, namespace);
        }
        super.start(listener, headers);
      }
    };
  }
}
