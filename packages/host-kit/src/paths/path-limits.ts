/** Bytes of the longest path that Linux accepts. */
export const longestPath = 4096;

/** The most links on the way of a path: as many as the kernel follows. */
export const maxLinks = 40;
