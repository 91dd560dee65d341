package dev.conclave.client.web;

import dev.conclave.client.terminal.Columns;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * A graph laid out from left to right: each node is to the right of its dependencies.
 *
 * @param width of the drawing, in its own units, like all other numbers
 */
public record Graph(int width, int height, List<Node> nodes, List<String> edges) {
  private static final int NODE_WIDTH = 196;
  private static final int NODE_HEIGHT = 62;
  private static final int GAP_X = 48;
  private static final int GAP_Y = 18;
  private static final int COLUMNS = 25;

  /**
   * A positioned node.
   *
   * @param lines its title, wrapped to two lines at most
   * @param look a word that selects its color
   */
  public record Node(
      String id, String title, List<String> lines, String look, int x, int y, String anchor) {}

  /** A node to lay out, with the ids of its dependencies. */
  record Item(String id, String title, String look, String anchor, List<String> after) {}

  /** Lays out the nodes; an edge that closes a cycle is drawn but ignored by the layout. */
  static Graph of(List<Item> items) {
    Map<String, Item> byId = new LinkedHashMap<>();
    items.forEach(item -> byId.putIfAbsent(item.id(), item));
    Map<String, Integer> levels = new LinkedHashMap<>();
    byId.keySet().forEach(id -> level(id, byId, levels, new HashSet<>()));
    Map<Integer, List<Item>> columns = new TreeMap<>();
    byId.values()
        .forEach(
            item ->
                columns
                    .computeIfAbsent(levels.getOrDefault(item.id(), 0), any -> new ArrayList<>())
                    .add(item));
    int highest = columns.values().stream().mapToInt(List::size).max().orElse(0);
    int height = highest * (NODE_HEIGHT + GAP_Y) - GAP_Y + 2;
    Map<String, Node> nodes = new LinkedHashMap<>();
    int x = 1;
    for (List<Item> column : columns.values()) {
      int free = height - 2 - column.size() * (NODE_HEIGHT + GAP_Y) + GAP_Y;
      int y = 1 + free / 2;
      for (Item item : column) {
        nodes.put(
            item.id(),
            new Node(
                item.id(), item.title(), wrapped(item.title()), item.look(), x, y, item.anchor()));
        y += NODE_HEIGHT + GAP_Y;
      }
      x += NODE_WIDTH + GAP_X;
    }
    List<String> edges = new ArrayList<>();
    for (Item item : byId.values()) {
      Node to = Objects.requireNonNull(nodes.get(item.id()));
      for (String before : item.after()) {
        Node from = nodes.get(before);
        if (from != null && from != to) {
          edges.add(edge(from, to));
        }
      }
    }
    return new Graph(
        Math.max(1, x - GAP_X), Math.max(1, height), List.copyOf(nodes.values()), edges);
  }

  /** Returns one more than the highest level of its dependencies; -1 if unknown or cyclic. */
  private static int level(
      String id, Map<String, Item> items, Map<String, Integer> levels, Set<String> above) {
    Integer known = levels.get(id);
    Item item = items.get(id);
    if (known != null || item == null || !above.add(id)) {
      return known == null ? -1 : known;
    }
    int level = 0;
    for (String before : item.after()) {
      level = Math.max(level, level(before, items, levels, above) + 1);
    }
    above.remove(id);
    levels.put(id, level);
    return level;
  }

  private static String edge(Node from, Node to) {
    int x1 = from.x() + NODE_WIDTH;
    int y1 = from.y() + NODE_HEIGHT / 2;
    int x2 = to.x();
    int y2 = to.y() + NODE_HEIGHT / 2;
    int bend = Math.max(GAP_X / 2, Math.abs(x2 - x1) / 2);
    return "M%d %dC%d %d %d %d %d %d".formatted(x1, y1, x1 + bend, y1, x2 - bend, y2, x2, y2);
  }

  private static List<String> wrapped(String title) {
    List<String> lines = Columns.wrap(title, COLUMNS);
    String rest = title.substring(lines.get(0).length()).strip();
    return rest.isEmpty() ? lines : List.of(lines.get(0), Columns.fit(rest, COLUMNS));
  }
}
