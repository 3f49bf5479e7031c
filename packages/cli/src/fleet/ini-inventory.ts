import { splitWords } from '@hostspec/spec';
import { hasTemplate } from './host-pattern.js';
import type { InventoryBuilder } from './inventory.js';
import { inventoryError, type Place } from './inventory-place.js';

/** Reads an inventory in Ansible's INI form; a list with one host on each line is the simplest one. */
export function readIni(text: string, file: string, builder: InventoryBuilder): void {
  let section: Section = { kind: 'hosts' };
  text.split(/\r?\n/).forEach((raw, index) => {
    const line = raw.trim();
    const place: Place = () => `${file}:${index + 1}`;
    if (line === '' || /^[#;]/.test(line)) return;
    const header = headerOf(line, place);
    if (header) {
      section = header;
      if (header.group !== undefined && header.kind !== 'vars') builder.declareGroup(header.group, place);
    } else readers[section.kind](line, section.group ?? '', place, builder);
  });
}

type Kind = 'hosts' | 'children' | 'vars';

interface Section {
  readonly kind: Kind;
  readonly group?: string;
}

type Reader = (line: string, group: string, place: Place, builder: InventoryBuilder) => void;

const readers: Readonly<Record<Kind, Reader>> = {
  hosts(line, group, place, builder) {
    const [pattern = '', ...words] = wordsOf(line, place);
    if (hasTemplate(pattern))
      throw inventoryError(place, `${JSON.stringify(pattern)} has a template; allowed: the name itself`);
    builder.addHosts(
      pattern,
      group === '' ? undefined : group,
      words.map((word) => assignment(word, word, place)),
      place,
    );
  },
  children(line, group, place, builder) {
    const [child = '', ...more] = wordsOf(line, place);
    if (more.length > 0)
      throw inventoryError(
        place,
        `${JSON.stringify(more[0])} follows the name of a group; allowed: one group on each line`,
      );
    builder.addChild(group, child, place);
  },
  vars(line, group, place, builder) {
    const [name, value] = assignment(line, withoutComment(line), place);
    builder.setVariable(group, name, unquoted(value), place);
  },
};

function headerOf(line: string, place: Place): Section | undefined {
  const [, group, kind = 'hosts'] = /^\[([^:\]\s]+)(?::(\w+))?\]\s*(?:[#;].*)?$/.exec(line) ?? [];
  if (group === undefined) return undefined;
  if (!(kind in readers))
    throw inventoryError(
      place,
      `[${group}:${kind}] is not a section; allowed: [GROUP], [GROUP:children], [GROUP:vars]`,
    );
  return { kind: kind as Kind, group };
}

/** `shown` can have a secret as its value, so only the part before `=` is in an error. */
function assignment(shown: string, text: string, place: Place): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1)
    throw inventoryError(
      place,
      `${JSON.stringify(shown.slice(0, 60))} is not NAME=VALUE; allowed: one host on each line, with variables after it`,
    );
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function wordsOf(line: string, place: Place): string[] {
  try {
    return splitWords(withoutComment(line));
  } catch {
    throw inventoryError(
      place,
      'the line has a quote or backslash that is not closed; allowed: \'…\' and "…"',
    );
  }
}

/** The text before a `#` that begins a word outside quotes. */
function withoutComment(line: string): string {
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '#' && /\s/.test(line.charAt(at - 1))) return line.slice(0, at);
  }
  return line;
}

function unquoted(value: string): string {
  return /^(['"]).*\1$/.test(value) && value.length > 1 ? value.slice(1, -1) : value;
}
