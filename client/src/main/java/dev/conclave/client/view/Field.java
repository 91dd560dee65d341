package dev.conclave.client.view;

/**
 * A name and a value.
 *
 * @param quoted whether the value is in the words of an agent or a person
 */
public record Field(String name, String value, boolean quoted) {
  public Field(String name, String value) {
    this(name, value, false);
  }

  public static Field quote(String name, String value) {
    return new Field(name, value, true);
  }
}
