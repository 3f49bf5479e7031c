/** Formats of compressed content, by its first bytes in hexadecimal; each dot is any digit. */
const starts = {
  gzip: /^1f8b/,
  xz: /^fd377a585a00/,
  bzip2: /^425a683.(?:314159265359|177245385090)/,
  zstd: /^28b52ffd/,
  zip: /^504b0304/,
  '7z': /^377abcaf271c/,
  rar: /^526172211a07/,
  lz4: /^04224d18/,
} as const;

/** A format of compressed content. */
export type Packing = keyof typeof starts;

/** First bytes that `packingOf` needs. */
export const packingBytes = 10;

/** The format of compressed content that begins with these bytes; undefined for other content. */
export function packingOf(start: Uint8Array): Packing | undefined {
  const digits = Buffer.from(start.subarray(0, packingBytes)).toString('hex');
  return (Object.keys(starts) as Packing[]).find((name) => starts[name].test(digits));
}

const unmasked = 'so nothing in it could be masked';

/** Why compressed content is left out of an archive whose content is masked. */
export const packedReason = (packing: string): string => `it is packed by ${packing}, ${unmasked}`;

/** Whether a reason says that compressed content was left out. */
export const isPackedReason = (reason: string): boolean => reason.endsWith(unmasked);
