/** The names in a path, from the root. */
export function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

/** The path of the directory above; empty for that of the root, which is written without its slash. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
