/** A file that an archive mentions without keeping its content. */
export const emptyFile = { bytes: 0, async *stream() {} };
/** The content of a file, or its beginning up to a limit. */
export async function readArchived(file, maxBytes = Number.POSITIVE_INFINITY) {
  const pieces = [];
  let bytes = 0;
  for await (const piece of file.stream()) {
    pieces.push(piece.subarray(0, maxBytes - bytes));
    bytes += piece.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(pieces);
}
