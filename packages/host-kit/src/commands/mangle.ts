const edges = ' ._-';

/** The file name of a command's output, from its command line, as insights-core makes it. */
export function mangleCommand(commandLine: string): string {
  const name = commandLine
    .replace(/^\/(?:usr\/)?s?bin\//, '')
    .replace(/[^\p{L}\p{N}_\-./]+/gu, '_')
    .replaceAll('/', '.');
  // By hand, as a pattern for the end would take quadratic time over a long line.
  let [start, end] = [0, name.length];
  while (start < end && edges.includes(name.charAt(start))) start++;
  while (end > start && edges.includes(name.charAt(end - 1))) end--;
  return name.slice(start, end).slice(0, 255);
}
