package dev.conclave.client.web;

import java.util.Map;
import java.util.Set;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Renders Markdown from agents and repositories as HTML. Tags become text, images become their
 * address and description, and only web links remain links.
 */
final class Markdown {
  private static final Set<TablesExtension> TABLES =
      Set.of((TablesExtension) TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(TABLES).build();

  /** Lowers headings below the heading of their section. */
  private static final int BELOW = 2;

  private static final int LAST_HEADING = 6;

  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder()
          .extensions(TABLES)
          .escapeHtml(true)
          .sanitizeUrls(true)
          .attributeProviderFactory(context -> (node, tag, attributes) -> mark(node, attributes))
          .build();

  private Markdown() {}

  static String html(String text) {
    Node document = PARSER.parse(text);
    document.accept(new Tame());
    return RENDERER.render(document);
  }

  private static void mark(Node node, Map<String, String> attributes) {
    if (node instanceof Link) {
      attributes.put("rel", "external noopener noreferrer nofollow");
      attributes.put("target", "_blank");
      attributes.put("class", "external");
    }
  }

  /** Lowers headings, and removes images and non-web links. */
  private static final class Tame extends AbstractVisitor {
    @Override
    public void visit(Heading heading) {
      heading.setLevel(Math.min(LAST_HEADING, heading.getLevel() + BELOW));
      visitChildren(heading);
    }

    @Override
    public void visit(Image image) {
      Text text = new Text("[" + image.getDestination() + "]");
      image.insertBefore(text);
      unwrap(image);
    }

    @Override
    public void visit(Link link) {
      visitChildren(link);
      String to = link.getDestination();
      if (!to.startsWith("https://") && !to.startsWith("http://")) {
        unwrap(link);
      }
    }

    /** Replaces a node with its children. */
    private void unwrap(Node node) {
      visitChildren(node);
      for (Node child = node.getFirstChild(); child != null; child = node.getFirstChild()) {
        node.insertBefore(child);
      }
      node.unlink();
    }
  }
}
