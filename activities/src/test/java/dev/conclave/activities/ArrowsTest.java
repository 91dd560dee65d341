package dev.conclave.activities;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "dev.conclave.activities",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArrowsTest {

  @ArchTest
  static final ArchRule secrets_know_no_other_room_so_that_every_room_can_filter =
      ofOurs("secret", "dev.conclave.activities.secret..");

  @ArchTest
  static final ArchRule git_knows_processes_and_names_but_no_workspace =
      ofOurs("git", "dev.conclave.activities.git..", "dev.conclave.activities.secret..");

  private static ArchRule ofOurs(String room, String... known) {
    return classes()
        .that()
        .resideInAPackage("dev.conclave.activities." + room + "..")
        .should()
        .onlyDependOnClassesThat(
            resideOutsideOfPackage("dev.conclave.activities..").or(resideInAnyPackage(known)));
  }
}
