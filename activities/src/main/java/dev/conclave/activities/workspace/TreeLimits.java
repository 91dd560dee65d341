package dev.conclave.activities.workspace;

/**
 * What a tree may hold; what is beyond is left out and named in its manifest.
 *
 * @param fileBytes of one file
 * @param totalBytes of all files together
 * @param files how many; tracked files come first
 * @param nested how many nested repositories and submodules; each costs several Git processes
 */
record TreeLimits(long fileBytes, long totalBytes, int files, int nested) {

  /** 16 MiB a file, 4 GiB in all, 200,000 files, 500 nested repositories. */
  static TreeLimits defaults() {
    return new TreeLimits(16L << 20, 4L << 30, 200_000, 500);
  }
}
