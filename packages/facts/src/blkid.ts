import { runLines } from '@hostspec/spec';
import { fact } from './fact.js';

/** A block device as blkid sees it. */
export interface BlockDevice {
  readonly device: string;
  /** `UUID`, `LABEL`, `TYPE`, `PARTUUID`, `PARTLABEL` and the rest, unquoted. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** The block devices of `/sbin/blkid -c /dev/null`, in its order; empty if it fails or needs root. */
export const blkid = fact(
  async (host): Promise<readonly BlockDevice[]> =>
    parseBlkid((await runLines(host, '/sbin/blkid -c /dev/null')) ?? []),
);

/** Parses blkid's lines; colons, blanks and quotes in values are not separators. */
export function parseBlkid(lines: readonly string[]): BlockDevice[] {
  return lines.flatMap((line) => {
    const [, device, rest] = /^(\/.*?): +([A-Z][A-Z0-9_.]*=".*)$/.exec(line) ?? [];
    if (device === undefined || rest === undefined) return [];
    const pairs = [...rest.matchAll(/([A-Z][A-Z0-9_.]*)="((?:\\.|[^"\\])*)"(?= |$)/g)];
    const attributes = pairs.map(([, key = '', value = '']) => [key, value.replace(/\\(.)/g, '$1')]);
    return [{ device, attributes: Object.fromEntries(attributes) }];
  });
}
