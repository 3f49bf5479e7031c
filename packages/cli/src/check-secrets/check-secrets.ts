import { visitContents } from '@hostspec/archive';
import { counted } from '@hostspec/host-kit';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { withInput } from '../read/input.js';
import { columns } from '../table.js';
import { printable } from '../text.js';
import { type Finding, type Findings, secretFinder, type Unchecked } from './findings.js';
import type { options } from './options.js';

/** Prints the places of the secrets in an input; returns the exit status. */
export async function checkSecrets(path: string, { json }: Values<typeof options>, io: Io): Promise<number> {
  const { createRedaction } = await import('@hostspec/redact');
  const redaction = createRedaction();
  const { visitor, ...findings } = secretFinder(redaction);
  const checked = await withInput(path, redaction, io, (input) => visitContents(input, visitor));
  const name = path === '-' ? 'standard input' : path;
  io.out.write(json ? jsonText(name, findings, checked) : text(name, findings, checked));
  return findings.rules.size === 0 && isWhole(findings) ? exitStatus.done : exitStatus.failure;
}

/** Whether everything was checked: content that is not unpacked can hide secrets. */
const isWhole = ({ unread, closed }: Findings): boolean => unread.length === 0 && closed.length === 0;

function jsonText(
  path: string,
  { list, rules, more, files, unread, closed }: Findings,
  checked: number,
): string {
  return `${JSON.stringify({
    path,
    secrets: total(rules),
    files: files(),
    checked,
    rules: Object.fromEntries(byRule(rules)),
    findings: list,
    more: more(),
    unread,
    unopened: closed,
  })}\n`;
}

function text(path: string, findings: Findings, checked: number): string {
  const { list, rules, more, files, unread, closed } = findings;
  const lines = list.map(findingText);
  if (more() > 0) lines.push(`There are ${more()} more places.`);
  for (const member of unread) lines.push(`Not checked: ${uncheckedText(member)}`);
  for (const member of closed) lines.push(`Not opened: ${uncheckedText(member)}`);
  const all = counted(checked, 'file');
  if (rules.size === 0)
    lines.push(
      `${printable(path)}: no secret found in ${all}${isWhole(findings) ? '' : ', but not everything could be checked'}`,
    );
  else
    lines.push(
      `${printable(path)}: ${counted(total(rules), 'secret')} in ${files()} of ${all}`,
      ...columns(byRule(rules).map(([rule, count]) => [`  ${rule}`, `${count}`])),
    );
  return lines.map((line) => `${line}\n`).join('');
}

function findingText({ path, line, rule, count }: Finding): string {
  const place = line === undefined ? `${printable(path)}: in the name` : `${printable(path)}:${line}`;
  return `${place}: ${rule}${count > 1 ? ` (${count})` : ''}`;
}

const uncheckedText = ({ path, reason }: Unchecked): string => `${printable(path)}: ${printable(reason)}`;

const byRule = (rules: ReadonlyMap<string, number>): [string, number][] => [...rules].sort();

const total = (rules: ReadonlyMap<string, number>): number =>
  [...rules.values()].reduce((sum, count) => sum + count, 0);
