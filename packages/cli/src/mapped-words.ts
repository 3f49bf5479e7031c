import type { Mapped } from '@hostspec/spec';

/** Says whether names and addresses of an archive are tokens, and which kinds of them if not all were chosen. */
export function mappedSentence(mapped: Pick<Mapped, 'kinds'> | undefined): string {
  return mapped === undefined
    ? 'Names and addresses were not mapped.'
    : `Names and addresses were mapped: ${mapped.kinds.join(', ')}.`;
}
