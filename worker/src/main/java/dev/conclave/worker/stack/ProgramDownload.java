package dev.conclave.worker.stack;

import dev.conclave.workflows.temporal.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLConnection;
import java.net.UnknownHostException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/**
 * Downloads the program's release for this platform and refuses any other bytes. temporal-testing
 * downloads it too, but runs what came without verifying it.
 *
 * @param destination a folder for it alone
 * @param silence a download of which nothing has come for so long is given up
 */
record ProgramDownload(Path destination, Duration silence, Optional<Release> release)
    implements ServerPrograms.ProgramSource {
  private static final String ARCHIVE =
      "https://github.com/temporalio/cli/releases/download/v1.5.1/temporal_cli_1.5.1_%s.tar.gz";
  private static final String NAME = "temporal";
  private static final int CHUNK = 8 << 20;
  private static final int MAX_BYTES = 300 << 20;
  private static final int TAR_BLOCK = 512;
  private static final int TAR_SIZE = 124;

  ProgramDownload(Path destination) {
    this(destination, Duration.ofSeconds(8), Release.here());
  }

  /** A gzipped tar archive and the SHA-256 of its bytes. */
  record Release(URI archive, String sha256) {

    /** The one for this platform, of the version that {@link GoBuild} builds. */
    static Optional<Release> here() {
      return switch (System.getProperty("os.name") + " " + System.getProperty("os.arch")) {
        case "Linux amd64" ->
            of("linux_amd64", "ddc95e08b0b076efd4ea9733a3f488eb7d2be875f8834e616cd2a37358b4852d");
        case "Linux aarch64" ->
            of("linux_arm64", "bd1b0db9f18b051026de8bf6cc1505f2510f14bbb7a8b9a4a91fff46c77454f5");
        case "Mac OS X x86_64" ->
            of("darwin_amd64", "bbb73e2a31135abe50a1f1cdb35030c42961df618e8ce9c60ae89f201540c5d9");
        case "Mac OS X aarch64" ->
            of("darwin_arm64", "cca01b7ea35ad56e2a328d9ae596bf716bd22313ef63c7a761c88354457c2415");
        default -> Optional.empty();
      };
    }

    private static Optional<Release> of(String platform, String sha256) {
      return Optional.of(new Release(URI.create(ARCHIVE.formatted(platform)), sha256));
    }
  }

  @Override
  public boolean possible() {
    return release.isPresent();
  }

  @Override
  public String attempt() {
    return "downloading it";
  }

  @Override
  public Path get(Consumer<String> progress) throws IOException {
    Release wanted = release.orElseThrow(() -> new IOException("no release for this platform"));
    Files.createDirectories(destination);
    Path archive = destination.resolve("archive");
    try {
      String sha256 = download(wanted.archive(), archive, progress);
      if (!sha256.equals(wanted.sha256())) {
        throw new IOException(
            "%s is not the release: its SHA-256 is %s".formatted(wanted.archive(), sha256));
      }
      Path program = destination.resolve(NAME);
      extract(archive, program);
      return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    } finally {
      Files.deleteIfExists(archive);
    }
  }

  /** Returns the SHA-256 of what came. */
  private String download(URI from, Path to, Consumer<String> progress) throws IOException {
    URLConnection connection = from.toURL().openConnection();
    connection.setConnectTimeout((int) silence.toMillis());
    connection.setReadTimeout((int) silence.toMillis());
    MessageDigest sha256 = Digests.newSha256();
    try (InputStream in = new DigestInputStream(connection.getInputStream(), sha256);
        OutputStream out = Files.newOutputStream(to)) {
      byte[] chunk = new byte[CHUNK];
      int size = 0;
      for (int read = in.readNBytes(chunk, 0, CHUNK);
          read > 0;
          read = in.readNBytes(chunk, 0, CHUNK)) {
        size += read;
        if (size > MAX_BYTES) {
          throw new IOException("%s has more than %d MB".formatted(from, MAX_BYTES >> 20));
        }
        out.write(chunk, 0, read);
        progress.accept("… " + (size >> 20) + " MB");
      }
      return HexFormat.of().formatHex(sha256.digest());
    } catch (SocketTimeoutException e) {
      throw new IOException("nothing has come for " + silence.toSeconds() + " seconds", e);
    } catch (UnknownHostException e) {
      throw new IOException(
          "the name %s is not known: no network, or no DNS".formatted(e.getMessage()), e);
    }
  }

  /** Writes the program of the archive: in a tar, a block with name and size precedes each file. */
  private static void extract(Path archive, Path program) throws IOException {
    try (InputStream tar = new GZIPInputStream(Files.newInputStream(archive));
        FileChannel out =
            FileChannel.open(program, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      byte[] header = tar.readNBytes(TAR_BLOCK);
      while (header.length == TAR_BLOCK && header[0] != 0) {
        String text = new String(header, StandardCharsets.ISO_8859_1);
        int size = Integer.parseInt(text.substring(TAR_SIZE, TAR_SIZE + 11).strip(), 8);
        if (text.startsWith(NAME + '\0')) {
          out.truncate(out.transferFrom(Channels.newChannel(tar), 0, size));
          return;
        }
        tar.skipNBytes((size + TAR_BLOCK - 1L) / TAR_BLOCK * TAR_BLOCK);
        header = tar.readNBytes(TAR_BLOCK);
      }
    }
    throw new IOException("the archive holds no program");
  }
}
