import { eachLine, type Table } from './table.js';

/** A parameter of the kernel. */
export interface Parameter {
  readonly key: string;
  readonly value: string;
}

/** The parameters in the output of `sysctl -a` (spec `sysctl`). */
export const parameters: Table<Parameter> = eachLine((line) => {
  const [, key, value = ''] = /^([\w./@:-]{1,200}) = ?(.*)$/.exec(line) ?? [];
  return key === undefined ? undefined : { key, value };
});
