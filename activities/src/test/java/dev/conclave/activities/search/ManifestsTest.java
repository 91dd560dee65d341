package dev.conclave.activities.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManifestsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "go.mod | require (\\n\\tgithub.com/a/b v1.0.0\\n\\tgolang.org/x/c v0.1.0 // indirect\\n) | github.com/a/b, golang.org/x/c",
        "requirements-dev.txt | # x\\nrequests>=2\\nflask[async]==1 ; python_version > '3'\\n-r other.txt\\nnumpy | flask, numpy, requests",
        "pom.xml | <dependency>\\n <groupId>g</groupId>\\n <artifactId>a</artifactId> | g:a",
        "Cargo.toml | [package]\\nname = 'x'\\n[dependencies]\\nserde = '1'\\n[dev-dependencies.tokio]\\nversion='1' | serde, tokio",
        "pyproject.toml | [project]\\nname = 'x'\\ndependencies = [\\n  \"httpx>=0.2\",\\n  'rich',\\n]\\n[tool.poetry.dependencies]\\npython = '3'\\npendulum = '2' | httpx, pendulum, rich",
        "Cargo.toml | [target.'cfg(unix)'.dependencies]\\nlibc.workspace = true\\na = { path = '../a' }\\n[dependencies]\\n[profile.x]\\nopt = '3' | a, libc",
        "pyproject.toml | [project.optional-dependencies]\\ndev = [\\n  'pytest[x, y] >= 7',\\n  \"rich; python_version < '3.9'\",\\n]\\n[tool.poetry.group.t.dependencies]\\nfoo = [\\n  {version = '1'}]\\n[tool.x]\\ny = '2' | foo, pytest, rich",
        "build.gradle.kts | plugins { id('java') }\\ndependencies {\\n  implementation(\"g:a:1.0\")\\n  testRuntimeOnly 'h:b'\\n} | g:a, h:b",
        "composer.json | {\"require\": {\"a/b\": \"^1\"}, \"scripts\": {\"t\": \"x\"}} | a/b",
        "sub/package.json | {\"devDependencies\":{\"jest\":\"1\"}} | jest",
        "a.txt | requests | ''"
      })
  void dependencies_are_named(String path, String text, String names) {
    String read = text.replace("\\n", "\n").replace("\\t", "\t");
    assertThat(String.join(", ", new TreeSet<>(Manifests.in(path, read).keySet())))
        .isEqualTo(names);
  }
}
