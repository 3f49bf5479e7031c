import { type ContentVisitor, visitContents } from '@hostspec/archive';
import { counted, defined } from '@hostspec/host-kit';
import type { SecretRedaction } from '@hostspec/redact';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import { withInput } from '../read/input.js';
import { printable } from '../text.js';
import { columns } from '../width.js';

/** How many findings are listed. The rest is only counted: a hostile input can have any number. */
const mostListed = 10_000;

/** Prints the places of the secrets in an input; returns the exit status. */
export async function checkSecrets(
  path: string,
  { json }: { readonly json?: boolean },
  io: Io,
): Promise<number> {
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

/** Secrets that one rule found in one line, or in one name if there is no line. */
interface Finding {
  /** The path of the member, masked. */
  readonly path: string;
  readonly line?: number;
  readonly rule: string;
  count: number;
}

/** A member that was not checked, or not as a whole. */
interface Unchecked {
  readonly path: string;
  readonly reason: string;
}

/** What was found in one input. */
interface Findings {
  /** The first of them, at most `mostListed`. */
  readonly list: readonly Finding[];
  /** How many secrets, by rule. */
  readonly rules: ReadonlyMap<string, number>;
  /** Findings that are not in the list. */
  more(): number;
  /** How many files of the input have a secret. */
  files(): number;
  /** Members that could not be read; at most `mostListed` are listed. */
  readonly unread: readonly Unchecked[];
  /** Members that are packed in a way that is not opened, at most `mostListed`. */
  readonly closed: readonly Unchecked[];
}

/** Finds the secrets of an input that it visits. */
function secretFinder(redaction: SecretRedaction): { readonly visitor: ContentVisitor } & Findings {
  const list: Finding[] = [];
  const rules = new Map<string, number>();
  const unread: Unchecked[] = [];
  const closed: Unchecked[] = [];
  let last: Finding | undefined;
  let more = 0;
  let files = 0;
  let isClean = true;
  let place: { readonly name: string; readonly path: string } | undefined;

  const found = (name: string, rule: string, line?: number): void => {
    rules.set(rule, (rules.get(rule) ?? 0) + 1);
    if (isClean) files++;
    isClean = false;
    if (place?.name !== name) place = { name, path: redaction.text(name) };
    const { path } = place;
    if (last?.path === path && last.rule === rule && last.line === line) {
      last.count++;
      return;
    }
    last = { path, rule, count: 1, ...defined({ line }) };
    if (list.length < mostListed) list.push(last);
    else more++;
  };

  const keep = (to: Unchecked[], { path, reason }: Unchecked): void => {
    if (to.length < mostListed) to.push({ path: redaction.text(path), reason: redaction.text(reason) });
  };

  return {
    visitor: {
      member: () => {
        isClean = true;
      },
      name(name, at) {
        if (redaction.text(name) === name) return;
        const content = redaction.content({ onSecret: (rule) => found(at, rule) });
        content.push(Buffer.from(name));
        content.end();
      },
      content(at) {
        const content = redaction.content({ path: at, onSecret: (rule, line) => found(at, rule, line) });
        const before = list.length;
        return {
          take: (piece) => void content.push(piece),
          end() {
            content.end();
            list.push(...list.splice(before).sort((a, b) => (a.line ?? 0) - (b.line ?? 0)));
          },
        };
      },
      unseen: (member) => keep(unread, member),
      closed: (member) => keep(closed, member),
    },
    list,
    rules,
    more: () => more,
    files: () => files,
    unread,
    closed,
  };
}
