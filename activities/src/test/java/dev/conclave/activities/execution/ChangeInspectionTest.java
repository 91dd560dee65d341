package dev.conclave.activities.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.Change;
import dev.conclave.workflows.api.ExecutionActivities.Base;
import dev.conclave.workflows.api.ExecutionActivities.TaskChange;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.discussion.Scope;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangeInspectionTest {
  @TempDir Path temporary;

  @Test
  void git_describes_the_change() throws Exception {
    ExecutionFixture one =
        ExecutionFixture.of(temporary, "src/a.py=a\nb\n", "src/b.py=b\n", "docs/x.md=x\n");
    Base base = one.open();
    String tree =
        one.changed(base.tree(), "src/a.py=a\nc\nd\n", "src/b.py", "docs/x.md=y\n", "new.bin=\0\1");
    PlanTerms scope = new PlanTerms(List.of(), new Scope(List.of("src"), List.of()));
    TaskChange change = one.inspect(base, base.tree(), tree, scope, "src/a.py", "src/b.py");
    assertThat(change.files()).isEqualTo(4);
    assertThat(change.added()).isEqualTo(3);
    assertThat(change.removed()).isEqualTo(3);
    assertThat(change.paths()).containsExactly("docs/x.md", "new.bin", "src/a.py", "src/b.py");
    assertThat(change.outside()).containsExactly("docs/x.md", "new.bin");
    assertThat(change.outOfScope()).containsExactly("docs/x.md", "new.bin");
    assertThat(change.checkTree()).isEqualTo(tree);
    assertThat(change.stat()).contains("src/a.py").contains("4 files changed");
    assertThat(one.documents.read(change.diff(), Change.Diff.class).text()).contains("+d");
    TaskChange nothing = one.inspect(base, tree, tree, PlanTerms.NONE);
    assertThat(nothing.files()).isZero();
  }

  @Test
  void only_new_secrets_are_found() throws Exception {
    String token = "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB";
    ExecutionFixture one =
        ExecutionFixture.of(temporary, "old.py=key = '" + token + "'\n", "a.py=a\n");
    Base base = one.open();
    String tree =
        one.changed(
            base.tree(),
            "old.py=import x\nkey = '" + token + "'\n",
            "a.py=a\nkey = '" + token.replace("0123", "9876") + "'\n",
            ".env=DATABASE=1\n",
            ".env.example=DATABASE=\n");
    assertThat(one.inspect(base, base.tree(), tree, PlanTerms.NONE).secrets())
        .containsExactly(".env", "a.py");
  }

  @Test
  void checks_use_the_original_tests_and_check_definitions() throws Exception {
    ExecutionFixture one =
        ExecutionFixture.of(
            temporary,
            "a.js=a\n",
            "a.test.js=expect\n",
            "tests/b.py=b\n",
            "Makefile=test:\n\tgo test\n",
            "package.json={\"scripts\":{\"test\":\"jest\"},\"dependencies\":{\"a\":\"1\"}}",
            "pyproject.toml=[project]\nname = \"x\"\n[tool.pytest.ini_options]\naddopts = \"-q\"\n");
    Base base = one.open();
    String tree =
        one.changed(
            base.tree(),
            "a.js=b\n",
            "a.test.js=expect nothing\n",
            "tests/b.py",
            "Makefile=test:\n\ttrue\n",
            "package.json={\"scripts\":{\"test\":\"true\"},\"dependencies\":{\"a\":\"1\",\"left-pad\":\"1\"}}",
            "pyproject.toml=[project]\nname = \"y\"\n[tool.pytest.ini_options]\naddopts = \"-q\"\n",
            "new.test.js=1\n");
    TaskChange change = one.inspect(base, base.tree(), tree, PlanTerms.NONE, "a.js");
    assertThat(change.protectedFiles())
        .containsExactly("Makefile", "a.test.js", "package.json", "tests/b.py");
    assertThat(change.dependencies()).containsExactly("left-pad");
    String checked = change.checkTree();
    assertThat(one.show(checked, "a.js")).isEqualTo("b\n");
    assertThat(one.show(checked, "a.test.js")).isEqualTo("expect\n");
    assertThat(one.show(checked, "tests/b.py")).isEqualTo("b\n");
    assertThat(one.show(checked, "Makefile")).contains("go test");
    assertThat(one.show(checked, "package.json")).contains("\"jest\"").contains("left-pad");
    assertThat(one.show(checked, "new.test.js")).isEqualTo("1\n");
    TaskChange named =
        one.inspect(
            base,
            base.tree(),
            tree,
            PlanTerms.NONE,
            "a.test.js",
            "tests/b.py",
            "Makefile",
            "package.json");
    assertThat(named.protectedFiles()).as("reported all the same").hasSize(4);
    assertThat(named.checkTree()).isEqualTo(tree);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pom.xml | <project><build/></project> | <project><build/><properties><skipTests>true</skipTests></properties></project>",
        "m/pom.xml | <project><build/></project> | <project><build/><!-- <dependency> --><x/><!-- </dependency> --></project>",
        "build.gradle | apply plugin: ~java~ | apply plugin: ~java~\\ntest.enabled = false",
        "build.gradle.kts | a | a\\nimplementation(~x~); tasks.test { enabled = false }",
        "gradle.properties | a=1 | org.gradle.test=false",
        "Cargo.toml | [package]\\nname = ~x~ | [package]\\nname = ~x~\\nautotests = false",
        "Cargo.toml | [lib] | [lib]\\ntest = false",
        "pyproject.toml | [tool.pytest.ini_options] | [tool.pytest.ini_options]\\naddopts = ~--co~",
        "pyproject.toml | [project] | [project]\\n[tool.hatch.envs.test]",
        "lint.gradle | a | b",
        ".npmrc | '' | ignore-scripts=true",
        "app/.yarnrc.yml | '' | yarnPath: x.cjs",
        ".pnpmfile.cjs | a | b",
        "lib/tasks/x.rake | a | b",
        "composer.json | {~scripts~: {~test~: ~phpunit~}} | {~scripts~: {~test~: ~true~}}",
        "CMakeLists.txt | enable_testing()\\nadd_test(a a) | enable_testing()",
        "tools/all.sh | make test | true",
        "scripts/run-tests.sh | make test | true",
        "ci/any.py | a | b",
        ".github/workflows/x.yml | a | b",
        ".mvn/maven.config | '' | -DskipTests",
        ".cargo/config.toml | '' | [target]",
        "conftest.py | '' | collect_ignore_glob = [~*~]",
        "pytest.ini | '' | [pytest]",
        "pytest.py | '' | import sys",
        "sitecustomize.py | '' | import os",
        "GNUmakefile | '' | test:",
        "jest.config.js | '' | a",
        "vitest.workspace.ts | '' | a",
        "phpunit.xml.dist | a | b",
        "p/main_test.go | '' | func TestMain(m *testing.M) { os.Exit(0) }",
        "p/exit_test.go | '' | func init() { os.Exit(0) }",
        "tests/__init__.py | '' | import os; os._exit(0)",
        "testdata/golden.txt | a | b",
        "test.js | a | b"
      })
  void checks_ignore_changes_to_their_own_definitions(String path, String before, String after)
      throws Exception {
    String old = unescaped(before);
    String now = unescaped(after);
    ExecutionFixture one =
        before.isEmpty()
            ? ExecutionFixture.of(temporary, "a.txt=a\\n")
            : ExecutionFixture.of(temporary, "a.txt=a\\n", path + "=" + old);
    Base base = one.open();
    String tree = one.changed(base.tree(), path + "=" + now);
    TaskChange change = one.inspect(base, base.tree(), tree, PlanTerms.NONE, "a.txt");
    assertThat(change.protectedFiles()).containsExactly(path);
    if (!path.equals("composer.json")) {
      assertThat(change.checkTree()).isEqualTo(base.tree());
    }
    assertThat(one.inspect(base, base.tree(), tree, PlanTerms.NONE, path).checkTree())
        .isEqualTo(tree);
    String later = one.changed(tree, "a.txt=b\\n");
    TaskChange after2 = one.inspect(base, tree, later, PlanTerms.NONE, "a.txt");
    assertThat(after2.protectedFiles()).isEmpty();
    assertThat(after2.checkTree()).as("what an earlier task sneaked in").isNotEqualTo(later);
  }

  @Test
  void checks_ignore_new_dependencies_on_local_code() throws Exception {
    ExecutionFixture one =
        ExecutionFixture.of(
            temporary,
            "a.txt=a\n",
            "package.json={\"devDependencies\":{\"jest\":\"29\",\"b\":\"file:b\"}}");
    Base base = one.open();
    String tree =
        one.changed(
            base.tree(),
            "package.json={\"dependencies\":{\"mocha\":\"link:m\"},"
                + "\"devDependencies\":{\"jest\":\"file:j\",\"c\":\"1\"}}");
    TaskChange change = one.inspect(base, base.tree(), tree, PlanTerms.NONE, "a.txt");
    assertThat(change.protectedFiles()).containsExactly("package.json");
    assertThat(one.show(change.checkTree(), "package.json").replaceAll("\\s", ""))
        .contains("\"dependencies\":{}", "\"jest\":\"29\"", "\"b\":\"file:b\"", "\"c\":\"1\"")
        .doesNotContain("file:j");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pom.xml | <a/> | <a/><dependency><groupId>g</groupId><artifactId>a</artifactId></dependency>",
        "pom.xml | <a>\\n</a> | <a>\\n <dependencies>\\n  <dependency><groupId>g</groupId><artifactId>a</artifactId></dependency>\\n </dependencies>\\n</a>",
        "build.gradle | a | a\\n  implementation ~g:a:1~\\n",
        "Cargo.toml | [package]\\nversion = ~1~\\n | [package]\\nversion = ~2~\\n[dependencies]\\nserde = ~1~",
        "pyproject.toml | [project] | [project]\\ndependencies = []",
        "CMakeLists.txt | add_executable(a a.c) | add_executable(a a.c b.c)",
        "src/a.py | a | b",
        "src/contest.py | a | b",
        "tests/new_test.py | '' | b",
        "src/__init__.py | '' | import os",
        "tests/__init__.py | '' | # The tests.\\n",
        "p/new_test.go | '' | func TestNew(t *testing.T) {}"
      })
  void other_changes_are_checked(String path, String before, String after) throws Exception {
    ExecutionFixture one =
        before.isEmpty()
            ? ExecutionFixture.of(temporary, "a.txt=a\n")
            : ExecutionFixture.of(temporary, "a.txt=a\n", path + "=" + unescaped(before));
    Base base = one.open();
    String tree = one.changed(base.tree(), path + "=" + unescaped(after));
    TaskChange change = one.inspect(base, base.tree(), tree, PlanTerms.NONE, "a.txt");
    assertThat(change.protectedFiles()).isEmpty();
    assertThat(change.checkTree()).isEqualTo(tree);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "python3 tools/all.py | tools/all.py",
        "/usr/bin/node --expose-gc scripts/x.js | scripts/x.js",
        "python3 -W ignore tools/all.py | tools/all.py",
        "cd app && ./run.sh -v | app/run.sh",
        "(cd app; cd sub/ && php x.php) && ./a | app/sub/x.php a",
        "bash -c 'cd app && ruby x.rb' | app/x.rb",
        "bin/check-all src/a.py | bin/check-all",
        "runtests.py | runtests.py",
        "grep -q x src/latest.py | ''",
        "cat src/contest.py | ''",
        "tools/checkAll | tools/checkAll",
        "python3 -m tools.runAll | tools/runAll.py",
        "python3 -m unittest src/a.py | ''",
        "python3 --version && cat src/a.py | ''"
      })
  void programs_of_checks_are_found(String line, String programs) {
    Set<String> files =
        Set.of(
            ("tools/all.py scripts/x.js app/run.sh app/sub/x.php a app/x.rb bin/check-all src/a.py"
                    + " runtests.py src/latest.py src/contest.py tools/runAll.py tools/checkAll")
                .split(" "));
    assertThat(CheckDefinitions.of(List.of(line), files::contains).programs())
        .containsExactlyInAnyOrder(programs.isEmpty() ? new String[0] : programs.split(" "));
  }

  private static String unescaped(String row) {
    return row.replace("\\n", "\n").replace('~', '"');
  }

  @Test
  void files_of_lfs_and_other_filters_are_unmanaged() throws Exception {
    String pointer =
        "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0".repeat(64) + "\nsize 12\n";
    ExecutionFixture one = ExecutionFixture.of(temporary, "a.psd=" + pointer, "b.txt=b\n");
    Base base = one.open();
    assertThat(base.notes()).containsExactly("Git LFS files, such as a.psd, are pointers");
    String tree =
        one.changed(
            base.tree(),
            "a.psd=pixels",
            "b.txt=c\n",
            "c.iso=1",
            "deep/.gitattributes=*.iso filter=lfs\n",
            "deep/d.iso=1");
    assertThat(one.inspect(base, base.tree(), tree, PlanTerms.NONE).unmanaged())
        .containsExactly("a.psd", "deep/d.iso");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "go.mod | require (\\n\\tgithub.com/a/b v1.0.0\\n\\tgolang.org/x/c v0.1.0 // indirect\\n) | github.com/a/b, golang.org/x/c",
        "requirements-dev.txt | # x\\nrequests>=2\\nflask[async]==1 ; python_version > '3'\\n-r other.txt\\nnumpy | flask, numpy, requests",
        "pom.xml | <dependency>\\n <groupId>g</groupId>\\n <artifactId>a</artifactId> | g:a",
        "Cargo.toml | [package]\\nname = 'x'\\n[dependencies]\\nserde = '1'\\n[dev-dependencies.tokio]\\nversion='1' | serde, tokio",
        "pyproject.toml | [project]\\nname = 'x'\\ndependencies = [\\n  \"httpx>=0.2\",\\n  'rich',\\n]\\n[tool.poetry.dependencies]\\npython = '3'\\npendulum = '2' | httpx, pendulum, rich",
        "sub/package.json | {\"devDependencies\":{\"jest\":\"1\"}} | jest",
        "a.txt | requests | ''"
      })
  void dependency_changes_are_named(String path, String text, String names) {
    assertThat(
            String.join(
                ", ", Dependencies.added(path, "", text.replace("\\n", "\n").replace("\\t", "\t"))))
        .isEqualTo(names);
  }
}
