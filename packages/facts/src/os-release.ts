import { readText, textLines } from '@hostspec/spec';
import { fact } from './fact.js';

/** The variables of `/etc/os-release`, else of `/usr/lib/os-release`; empty if neither exists. */
export const osRelease = fact(async (host): Promise<Readonly<Record<string, string>>> => {
  const text = (await readText(host, '/etc/os-release')) ?? (await readText(host, '/usr/lib/os-release'));
  return parseOsRelease(text ?? '');
});

/** Parses os-release: shell-like assignments, with or without quotes. */
export function parseOsRelease(text: string): Record<string, string> {
  const pairs = textLines(text).flatMap((line) => {
    const [, key, raw] = /^\s*([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line.trimEnd()) ?? [];
    return key === undefined || raw === undefined ? [] : [[key, unquote(raw)]];
  });
  return Object.fromEntries(pairs);
}

function unquote(raw: string): string {
  const [, quote, inner] = /^(["'])(.*)\1$/.exec(raw) ?? [];
  if (quote === undefined || inner === undefined) return raw;
  return quote === "'" ? inner : inner.replace(/\\(["\\$`])/g, '$1');
}
