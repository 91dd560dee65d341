package dev.conclave.workflows;

import com.google.protobuf.ByteString;
import io.temporal.api.common.v1.Payload;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import io.temporal.common.converter.RawValue;
import java.util.Random;

/** Refused answers, large enough for the server to suggest continue-as-new. */
public final class Noise {
  /** The server suggests it from 4 MiB on. */
  private static final int ANSWERS = 5;

  private Noise() {}

  /** Sends them and returns how many reached the session. */
  public static int lengthen(Object session) {
    byte[] noise = new byte[1 << 20];
    new Random(7).nextBytes(noise); // random, because repetition would be compressed
    Payload unreadable =
        Payload.newBuilder()
            .putMetadata("encoding", ByteString.copyFromUtf8("binary/plain"))
            .setData(ByteString.copyFrom(noise))
            .build();
    int sent = 0;
    try {
      for (; sent < ANSWERS; sent++) {
        WorkflowStub.fromTyped(session).signal("submitAnswer", new RawValue(unreadable));
      }
    } catch (WorkflowNotFoundException e) {
      // The session was long enough: the in-memory server has no session between two runs.
    }
    return sent;
  }
}
