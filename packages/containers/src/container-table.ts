/** A row of an engine's container table that may be running. */
export interface ContainerRow {
  /** The full id, as the engine prints it. */
  readonly id: string;
  /** Empty if the container has no image or the table does not show it. */
  readonly image: string;
}

const stopped =
  /^(Configured|Created|Dead|Exited|Initialized|Paused|Removing|Removal|Restarting|Stopped|Stopping|Unknown)\b/;

/**
 * Reads the table that `ps --all --no-trunc` of podman or docker prints; undefined if there is no table.
 *
 * A line break or tab in a container's command breaks the columns of its row and the rows below. So rows are not
 * split at the header's positions: a row begins with an id, and is left out only if it says that it is stopped.
 */
export function parseContainerTable(lines: readonly string[]): ContainerRow[] | undefined {
  const headerAt = lines.findIndex((line) => /^CONTAINER ID\s+IMAGE\b/.test(line));
  const header = lines[headerAt];
  if (header === undefined || lines.some((line) => line.startsWith('Usage: '))) return undefined;
  const rows: { id: string; image: string; cells: string[] }[] = [];
  for (const line of lines.slice(headerAt + 1)) {
    const [id] = /^[0-9a-f]{12,64}(?=\s)/.exec(line) ?? [];
    if (id !== undefined) rows.push({ id, image: imageOf(line, id, header.indexOf('IMAGE')), cells: [] });
    rows.at(-1)?.cells.push(...line.split(/\s{2,}/));
  }
  const running = rows.filter(
    ({ cells }) => cells.some((cell) => cell.startsWith('Up ')) || !cells.some((cell) => stopped.test(cell)),
  );
  return running.map(({ id, image }) => ({ id, image }));
}

function imageOf(row: string, id: string, column: number): string {
  if (row.slice(id.length, column).trim() !== '') return '';
  return /^[!-~]+/.exec(row.slice(column))?.[0] ?? '';
}
