package dev.conclave.activities.agent.process;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A seccomp filter (classic BPF) for kernel services that namespaces do not isolate: the user's
 * keyrings, io_uring, which bypasses seccomp, and VM sockets to the host.
 */
final class KernelFilter {
  private static final int LOAD = 0x20;
  private static final int IF_EQUAL = 0x15;
  private static final int IF_AT_LEAST = 0x35;
  private static final int RETURN = 0x06;
  private static final int ALLOW = 0x7fff0000;
  private static final int NOT_IMPLEMENTED = 0x00050000 | 38;
  private static final int NOT_PERMITTED = 0x00050000 | 1;
  private static final int IO_URING_SETUP = 425;
  private static final int AF_VSOCK = 40;

  private KernelFilter() {}

  /** Returns the filter for this machine; empty for an unknown architecture. */
  static byte[] ofHost() {
    return switch (System.getProperty("os.arch", "")) {
      case "amd64", "x86_64" -> filter(0xc000003e, 248, 249, 250, 41);
      case "aarch64" -> filter(0xc00000b7, 217, 218, 219, 198);
      default -> new byte[0];
    };
  }

  private static byte[] filter(int machine, int addKey, int requestKey, int keyctl, int socket) {
    // Each row: code, jump if true, jump if false, operand. 32-bit and x32 calls have other
    // numbers.
    int[][] program = {
      {LOAD, 0, 0, 4},
      {IF_EQUAL, 0, 10, machine},
      {LOAD, 0, 0, 0},
      {IF_AT_LEAST, 8, 0, 0x40000000},
      {IF_EQUAL, 7, 0, addKey},
      {IF_EQUAL, 6, 0, requestKey},
      {IF_EQUAL, 5, 0, keyctl},
      {IF_EQUAL, 4, 0, IO_URING_SETUP},
      {IF_EQUAL, 0, 2, socket},
      {LOAD, 0, 0, 16},
      {IF_EQUAL, 2, 0, AF_VSOCK},
      {RETURN, 0, 0, ALLOW},
      {RETURN, 0, 0, NOT_IMPLEMENTED},
      {RETURN, 0, 0, NOT_PERMITTED},
    };
    ByteBuffer bytes = ByteBuffer.allocate(program.length * 8).order(ByteOrder.LITTLE_ENDIAN);
    for (int[] one : program) {
      bytes.putShort((short) one[0]).put((byte) one[1]).put((byte) one[2]).putInt(one[3]);
    }
    return bytes.array();
  }
}
