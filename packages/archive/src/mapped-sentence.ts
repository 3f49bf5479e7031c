import type { Mapped } from '@hostspec/spec';

/** Says whether names and addresses of an archive are tokens, and which kinds of them; without a manifest, it is not known. */
export function mappedSentence(
  manifest: { readonly mapped?: Pick<Mapped, 'kinds'> | undefined } | undefined,
): string {
  if (manifest === undefined)
    return 'Whether names and addresses were mapped is not known: the archive does not say.';
  return manifest.mapped === undefined
    ? 'Names and addresses were not mapped.'
    : `Names and addresses were mapped: ${manifest.mapped.kinds.join(', ')}.`;
}
