import type { Io, Output } from './io.js';
import { mark } from './safe-output.js';

/** Bold and dim text on a terminal; plain text elsewhere, or with NO_COLOR. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
}

/** The style for an output. */
export function styleOf(out: Output, { env }: Pick<Io, 'env'>): Style {
  if (!out.isTTY || env.NO_COLOR || env.TERM === 'dumb') return { bold: same, dim: same };
  return {
    bold: (text) => mark('bold') + text + mark('noBold'),
    dim: (text) => mark('dim') + text + mark('noDim'),
  };
}

function same(text: string): string {
  return text;
}
