package dev.conclave.client;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import dev.conclave.activities.tool.Tool;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** The installed browser; none is ever downloaded. */
public record Chromium(Playwright playwright, Browser browser) implements AutoCloseable {
  public Chromium() {
    this(
        Playwright.create(
            new Playwright.CreateOptions()
                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"))));
  }

  private Chromium(Playwright playwright) {
    this(playwright, playwright.chromium().launch(new LaunchOptions().setExecutablePath(needed())));
  }

  /** Returns its program; skips the test if it is missing. */
  public static Path needed() {
    return Tool.needed(
        "chromium",
        Stream.of("chromium", "chromium-browser", "google-chrome")
            .flatMap(name -> Tool.find(name).stream())
            .findFirst());
  }

  @Override
  public void close() {
    playwright.close();
  }
}
