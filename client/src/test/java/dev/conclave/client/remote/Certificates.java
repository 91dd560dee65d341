package dev.conclave.client.remote;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Certificates made for one test with the JDK's keytool, as PEM files in a folder. */
final class Certificates {
  private static final String PASSWORD = "only-for-this-test";

  private final Path folder;
  private final Path store;

  record Pair(Path certificate, Path key) {}

  private Certificates(Path folder) {
    this.folder = folder;
    this.store = folder.resolve("keys.p12");
  }

  static Certificates in(Path folder) throws IOException {
    return new Certificates(Files.createDirectories(folder));
  }

  /** Creates a self-signed certificate authority. */
  Pair authority(String name) throws Exception {
    return make(name, List.of("-ext", "bc:critical=ca:true"));
  }

  /** Creates a certificate signed by an authority, for the loopback address, valid today. */
  Pair signed(String name, String authority) throws Exception {
    return make(name, List.of("-signer", authority, "-ext", "san=ip:127.0.0.1"));
  }

  /** Creates a certificate for a host with another name. */
  Pair elsewhere(String name, String authority, String host) throws Exception {
    return make(name, List.of("-signer", authority, "-ext", "san=dns:" + host));
  }

  private Pair make(String name, List<String> more) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    command.addAll(List.of("-genkeypair", "-alias", name, "-dname", "CN=" + name));
    command.addAll(List.of("-keyalg", "EC", "-validity", "30"));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    command.addAll(more);
    Path said = folder.resolve(name + ".txt");
    Process keytool =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
      throw new AssertionError("keytool: " + Files.readString(said));
    }
    return written(name);
  }

  private Pair written(String name) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return new Pair(
        pem(name + ".crt", "CERTIFICATE", keys.getCertificate(name).getEncoded()),
        pem(name + ".key", "PRIVATE KEY", keys.getKey(name, PASSWORD.toCharArray()).getEncoded()));
  }

  private Path pem(String file, String kind, byte[] der) throws IOException {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der);
    return Files.writeString(
        folder.resolve(file),
        "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
  }
}
