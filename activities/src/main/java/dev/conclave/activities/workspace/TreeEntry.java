package dev.conclave.activities.workspace;

import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import java.util.List;

/**
 * An entry of a tree as Git lists it.
 *
 * @param raw name, see {@link RawNames}
 * @param mode in octal
 * @param blob names the content
 * @param size in bytes
 */
record TreeEntry(String raw, String mode, String blob, long size) {

  static List<TreeEntry> list(Git git, GitPlace place, String tree) {
    byte[] listing = git.run(place, "ls-tree", "-r", "-z", "-l", "--full-tree", tree);
    return RawNames.split(listing).stream().map(TreeEntry::parse).toList();
  }

  boolean isLink() {
    return mode.equals("120000");
  }

  private static TreeEntry parse(String line) {
    int tab = line.indexOf('\t');
    String[] fields = line.substring(0, tab).split(" +", -1);
    return new TreeEntry(line.substring(tab + 1), fields[0], fields[2], Long.parseLong(fields[3]));
  }
}
