package dev.conclave.worker.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Loopback ports. */
public final class Ports {
  private Ports() {}

  /** Whether nobody listens there now. */
  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, loopback())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /** The wanted port, or when it is taken any other. */
  static int freeNear(int wanted) {
    return isFree(wanted) ? wanted : any();
  }

  public static int any() {
    try (ServerSocket socket = new ServerSocket(0, 1, loopback())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("No loopback port is free", e);
    }
  }

  private static InetAddress loopback() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }
}
