package dev.conclave.activities.search;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Build systems, libraries and layers that are told by a name. */
final class KnownTools {
  private static final Map<String, String> BUILD_SYSTEMS =
      Map.ofEntries(
          Map.entry("pom.xml", "Maven"),
          Map.entry("build.gradle", "Gradle"),
          Map.entry("build.gradle.kts", "Gradle"),
          Map.entry("package.json", "npm"),
          Map.entry("go.mod", "Go modules"),
          Map.entry("cargo.toml", "Cargo"),
          Map.entry("pyproject.toml", "Python project (pyproject)"),
          Map.entry("setup.py", "setuptools"),
          Map.entry("requirements.txt", "pip requirements"),
          Map.entry("gemfile", "Bundler"),
          Map.entry("composer.json", "Composer"),
          Map.entry("cmakelists.txt", "CMake"),
          Map.entry("makefile", "Make"),
          Map.entry("meson.build", "Meson"),
          Map.entry("build.bazel", "Bazel"));

  private static final Map<String, String> LAYERS =
      Map.ofEntries(
          Map.entry("controller", "controller"),
          Map.entry("handler", "handler"),
          Map.entry("service", "service"),
          Map.entry("repository", "repository"),
          Map.entry("repositorie", "repository"),
          Map.entry("dao", "data access"),
          Map.entry("model", "model"),
          Map.entry("entity", "model"),
          Map.entry("domain", "domain"),
          Map.entry("middleware", "middleware"),
          Map.entry("route", "routing"),
          Map.entry("router", "routing"),
          Map.entry("view", "view"),
          Map.entry("component", "component"),
          Map.entry("api", "api"),
          Map.entry("internal", "internal"),
          Map.entry("cmd", "command"),
          Map.entry("command", "command"),
          Map.entry("adapter", "adapter"),
          Map.entry("infrastructure", "infrastructure"),
          Map.entry("config", "configuration"));

  static final List<Library> LIBRARIES =
      List.of(
          framework("Spring Boot", "spring-boot"),
          framework("Spring", "org.springframework"),
          framework("Quarkus", "quarkus"),
          framework("Micronaut", "micronaut"),
          framework("Temporal", "temporal-sdk", "go.temporal.io", "@temporalio", "temporalio"),
          framework("picocli", "picocli"),
          framework("Netty", "netty"),
          framework("React", "\"react\""),
          framework("Vue", "\"vue\""),
          framework("Angular", "\"@angular/core\""),
          framework("Svelte", "\"svelte\""),
          framework("Next.js", "\"next\""),
          framework("Express", "\"express\""),
          framework("NestJS", "\"@nestjs/core\""),
          framework("Fastify", "\"fastify\""),
          framework("TypeScript", "\"typescript\""),
          framework("Django", "django"),
          framework("Flask", "flask"),
          framework("FastAPI", "fastapi"),
          framework("SQLAlchemy", "sqlalchemy"),
          framework("Gin", "gin-gonic/gin"),
          framework("Echo", "labstack/echo"),
          framework("Cobra", "spf13/cobra"),
          framework("gRPC", "google.golang.org/grpc", "io.grpc", "grpcio"),
          framework("Tokio", "tokio"),
          framework("Axum", "axum"),
          framework("Actix", "actix-web"),
          framework("Serde", "serde"),
          framework("Rails", "\"rails\"", "'rails'"),
          framework("Sinatra", "sinatra"),
          framework("Laravel", "laravel/framework"),
          framework("Symfony", "symfony/"),
          test("JUnit 5", "junit-jupiter", "junit.jupiter"),
          test("JUnit 4", "<artifactid>junit</artifactid>", "junit:junit"),
          test("TestNG", "testng"),
          test("Mockito", "mockito"),
          test("AssertJ", "assertj"),
          test("Jest", "\"jest\""),
          test("Vitest", "\"vitest\""),
          test("Mocha", "\"mocha\""),
          test("Playwright", "playwright"),
          test("Cypress", "\"cypress\""),
          test("pytest", "pytest"),
          test("testify", "stretchr/testify"),
          test("RSpec", "rspec"),
          test("PHPUnit", "phpunit/phpunit"),
          test("GoogleTest", "gtest", "googletest"),
          test("Criterion", "criterion"));

  private KnownTools() {}

  /**
   * A library told by a line of a build file.
   *
   * @param marks lower-case texts; one is enough
   */
  record Library(String name, String kind, Set<String> marks) {

    boolean isNamedIn(String lowerLine) {
      boolean comment = lowerLine.strip().startsWith("#") || lowerLine.strip().startsWith("//");
      return !comment && marks.stream().anyMatch(lowerLine::contains);
    }
  }

  static Optional<String> buildSystem(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    if (name.endsWith(".csproj") || name.endsWith(".sln")) {
      return Optional.of(".NET SDK");
    }
    return Optional.ofNullable(BUILD_SYSTEMS.get(name));
  }

  static Optional<String> automation(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    if (path.startsWith(".github/workflows/")) {
      return Optional.of("GitHub Actions");
    } else if (name.equals(".gitlab-ci.yml")) {
      return Optional.of("GitLab CI");
    } else if (name.equals("dockerfile")) {
      return Optional.of("Docker");
    }
    boolean compose = name.matches("(?:docker-)?compose\\.ya?ml");
    return compose ? Optional.of("Docker Compose") : Optional.empty();
  }

  static Optional<String> layer(String folder) {
    String lower = folder.toLowerCase(Locale.ROOT);
    String singular = lower.endsWith("s") ? lower.substring(0, lower.length() - 1) : lower;
    return Optional.ofNullable(LAYERS.getOrDefault(lower, LAYERS.get(singular)));
  }

  private static Library framework(String name, String... marks) {
    return new Library(name, "framework", Set.of(marks));
  }

  private static Library test(String name, String... marks) {
    return new Library(name, "test-framework", Set.of(marks));
  }
}
