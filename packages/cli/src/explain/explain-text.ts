import type { ArchiveOutcome, ItemRecord } from '@hostspec/archive';
import { bytesText, counted } from '@hostspec/host-kit';
import { type Container, joinWords, type Source } from '@hostspec/spec';
import type { Io } from '../io.js';
import { styleOf } from '../style.js';
import { oneLine, printable, secondsText } from '../text.js';
import type { AskedProvider, Chain } from './chain.js';

const most = 20;

/** The outcome of a spec in an archive. */
export function outcomeText(
  { name, status, reason, items, misses = [], duration }: ArchiveOutcome,
  io: Io,
): string {
  const style = styleOf(io.out, io);
  const lines = [
    `${style.bold(printable(`${name}: ${status}`))}${duration === undefined ? '' : ` in ${secondsText(duration)}`}`,
  ];
  if (reason !== undefined) lines.push(`  ${printable(reason).replaceAll('\\n', '\n    ')}`);
  lines.push(...limited(items.map(itemText)));
  const telling = misses.filter((miss) => misses.length > 1 || !reason?.includes(miss.reason));
  lines.push(
    ...limited(
      telling.map((miss) => `  ${miss.status}: ${sourceText(miss.source)}: ${oneLine(miss.reason, 300)}`),
    ),
  );
  return `${lines.join('\n')}\n`;
}

function itemText({ path, source, element, rc, bytes, truncated, container }: ItemRecord): string {
  const facts = [bytes === undefined ? '' : bytesText(bytes), rc === undefined ? '' : `exit status ${rc}`];
  if (element !== undefined) facts.push(`element ${elementText(element)}`);
  if (container) facts.push(`container ${container.id}`);
  if (truncated) facts.push(truncated.reason);
  const from = source ? `${sourceText(source)} -> ` : '';
  return `  ${from}data/${printable(path)} (${printable(facts.filter(Boolean).join(', '))})`;
}

/** Everything a spec depends on, with the result of each link of the chain; leaves out the sources if their outcome is already shown. */
export function chainText(chain: Chain, withSources: boolean, io: Io): string {
  const style = styleOf(io.out, io);
  const { written, domain, origin, when, conditions, providers, sources, gap, first } = chain;
  const lines = [style.bold(printable(written)), `  domain ${domain}`];
  if (origin !== undefined) lines.push(`  origin ${printable(origin)}`);
  if (when !== undefined) lines.push(`  only if ${when}`);
  for (const { name, holds, reason } of conditions)
    lines.push(`    ${name} ${holds ? 'holds' : 'does not hold'}: ${oneLine(reason, 300)}`);
  for (const provider of providers) lines.push(...providerLines(provider));
  if (gap) lines.push(`  ${gap.status}: ${oneLine(gap.reason, 1000)}`);
  if (!withSources) return `${lines.join('\n')}\n`;
  const open = sources.filter((source) => !source.gap);
  const closed = sources.filter((source) => source.gap);
  if (open.length > 0) {
    lines.push(`  would be read or run${first ? ' (the first that has content)' : ''}`);
    lines.push(...limited(open.map(({ source, container }) => `    ${sourceText(source, container)}`)));
  }
  if (closed.length > 0) {
    lines.push('  would not be collected');
    lines.push(
      ...limited(closed.map(({ gap: why }) => `    ${why?.status}: ${oneLine(why?.reason ?? '', 300)}`)),
    );
  }
  return `${lines.join('\n')}\n`;
}

const came: Readonly<Record<AskedProvider['kind'], string>> = {
  value: '',
  nothing: ' returns nothing',
  failed: ' failed',
  'timed out': ' timed out',
};

function providerLines({ name, kind, value, reason }: AskedProvider): string[] {
  if (kind !== 'value' || reason !== undefined)
    return [`  provider ${name}${came[kind]}: ${oneLine(reason ?? '', 300)}`];
  const elements = Array.isArray(value) ? value : [value];
  return [
    `  provider ${name} returns ${counted(elements.length, 'element')}`,
    ...limited(elements.map((element) => `    ${elementText(element)}`)),
  ];
}

function elementText(element: unknown): string {
  return oneLine(typeof element === 'string' ? element : JSON.stringify(element), 200);
}

function sourceText(source: Source, container?: Container): string {
  if (source.kind === 'file' && container)
    return `${printable(source.path)} in ${container.engine} container ${printable(container.id)}`;
  if (source.kind === 'command') return oneLine(joinWords(source.argv), 300);
  return source.kind === 'listing' ? `names in ${printable(source.path)}` : printable(source.path);
}

function limited(lines: readonly string[]): string[] {
  if (lines.length <= most) return [...lines];
  const indent = /^ */.exec(lines[0] ?? '')?.[0] ?? '';
  return [...lines.slice(0, most), `${indent}and ${lines.length - most} more; --json lists all`];
}
