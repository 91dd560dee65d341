package dev.conclave.activities.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.conclave.activities.agent.cli.AgentCli.HomeFile;
import dev.conclave.activities.agent.process.CallFolder;
import dev.conclave.activities.document.AtomicFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills a program's home inside the sandbox with copies of the user's files. A refreshed login is
 * copied back, since the provider may have revoked the old one.
 *
 * @param folder of the call
 */
record AgentHome(Path folder, List<HomeFile> files) {
  private static final Logger LOG = LoggerFactory.getLogger(AgentHome.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> RENEWED =
      Set.of(
          ("access_token refresh_token id_token access refresh accessToken refreshToken"
                  + " expires expires_at expiry_date expiresAt last_refresh")
              .split(" "));
  private static final long LARGEST = 1 << 20;

  void fill() throws IOException {
    call().deleteHome();
    StringBuilder logins = new StringBuilder();
    AtomicFiles.createPrivateFolders(inside(""));
    for (HomeFile file : files) {
      AtomicFiles.createPrivateFolders(inside(file.to()).resolve("..").normalize());
      if (Files.isReadable(file.from()) && Files.size(file.from()) <= LARGEST) {
        AtomicFiles.write(inside(file.to()), Files.readAllBytes(file.from()));
        if (file.login()) {
          AtomicFiles.createPrivateFolders(refreshed(file).resolve("..").normalize());
          logins.append(file.to()).append('\n');
        }
      }
    }
    AtomicFiles.write(folder.resolve("logins"), logins.toString());
  }

  /** Copies refreshed logins back to the user and deletes all copies. */
  void empty() throws IOException {
    for (HomeFile file : files) {
      if (file.login() && Files.isRegularFile(refreshed(file))) {
        try {
          copyBack(file);
        } catch (IOException e) {
          LOG.warn("cannot save the refreshed login {}: {}", file.from(), e.toString());
        }
      }
    }
    call().deleteHome();
  }

  private void copyBack(HomeFile file) throws IOException {
    byte[] before = Files.readAllBytes(inside(file.to()));
    byte[] now = Files.readAllBytes(refreshed(file));
    // Do not overwrite a login that another call or the user renewed meanwhile.
    if (!Arrays.equals(now, before) && Arrays.equals(Files.readAllBytes(file.from()), before)) {
      JsonNode login = JSON.readTree(now);
      if (isRefreshed(JSON.readTree(before), login, false)) {
        // Write parsed JSON, not the raw bytes: duplicate fields or trailing data could be read
        // differently.
        AtomicFiles.replace(file.from().toRealPath(), JSON.writeValueAsBytes(login));
      } else {
        LOG.warn("the login {} was not updated: a call changed more than its tokens", file.from());
      }
    }
  }

  /** Returns whether two logins differ only in tokens and their expiry times. */
  private static boolean isRefreshed(JsonNode one, JsonNode other, boolean token) {
    if (!one.isObject() || !other.isObject()) {
      return one.equals(other) || token && one.isValueNode() && other.isValueNode();
    }
    Iterator<Map.Entry<String, JsonNode>> fields = one.fields();
    boolean same = one.size() == other.size();
    while (same && fields.hasNext()) {
      Map.Entry<String, JsonNode> field = fields.next();
      same =
          isRefreshed(
              field.getValue(), other.path(field.getKey()), RENEWED.contains(field.getKey()));
    }
    return same;
  }

  private CallFolder call() {
    return new CallFolder(folder);
  }

  private Path inside(String file) {
    return folder.resolve("home").resolve(file);
  }

  private Path refreshed(HomeFile file) {
    return folder.resolve("refreshed").resolve(file.to());
  }
}
