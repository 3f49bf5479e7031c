/** The file name of a command's output, from its command line, as insights-core makes it. */
export function mangleCommand(commandLine: string): string {
  return commandLine
    .replace(/^\/(?:usr\/)?s?bin\//, '')
    .replace(/[^\p{L}\p{N}_\-./]+/gu, '_')
    .replaceAll('/', '.')
    .replace(/^[ ._-]+|[ ._-]+$/g, '')
    .slice(0, 255);
}
