package dev.conclave.client;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.conclave.client.terminal.Columns;

@AnalyzeClasses(
    packages = "dev.conclave.client",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArrowsTest {

  @ArchTest
  static final ArchRule packages_have_no_cycles =
      slices().matching("dev.conclave.(client..)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule the_client_depends_only_on_workflows =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "com.sun.net.httpserver..",
              "io.pebbletemplates..",
              "org.commonmark..",
              "dev.conclave.client..",
              "dev.conclave.workflows..",
              "io.temporal..",
              "io.grpc..",
              "com.google.protobuf..",
              "com.google.re2j..",
              "com.fasterxml.jackson..",
              "picocli..",
              "org.jline..",
              "ch.qos.logback..",
              "org.slf4j..",
              "org.jspecify..");

  @ArchTest
  static final ArchRule only_commands_and_answers_depend_on_picocli =
      noClasses()
          .that()
          .resideInAnyPackage(client("terminal"), client("page"), client("view"), client("session"))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("picocli..");

  @ArchTest
  static final ArchRule sessions_and_views_do_not_depend_on_a_terminal =
      noClasses()
          .that()
          .resideInAnyPackage(client("session"), client("view"))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.jline..");

  @ArchTest
  static final ArchRule packages_are_layered =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("command")
          .definedBy(client("command"))
          .layer("gate")
          .definedBy(client("gate"))
          .layer("web")
          .definedBy(client("web"))
          .layer("page")
          .definedBy(client("page"))
          .layer("terminal")
          .definedBy(client("terminal"))
          .layer("view")
          .definedBy(client("view"))
          .layer("session")
          .definedBy(client("session"))
          .whereLayer("command")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("gate")
          .mayOnlyBeAccessedByLayers("command")
          .whereLayer("web")
          .mayOnlyBeAccessedByLayers("command")
          .whereLayer("page")
          .mayOnlyBeAccessedByLayers("command", "gate", "web")
          .whereLayer("terminal")
          .mayOnlyBeAccessedByLayers("command", "gate", "page")
          .whereLayer("view")
          .mayOnlyBeAccessedByLayers("command", "gate", "page", "terminal", "web")
          .whereLayer("session")
          .mayOnlyBeAccessedByLayers("command", "gate", "page", "view", "web")
          // The widths of characters, which a graph of the page needs as well.
          .ignoreDependency(resideInAPackage(client("web")), type(Columns.class));

  private static String client(String name) {
    return "dev.conclave.client." + name + "..";
  }
}
