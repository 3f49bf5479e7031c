import type { ContentVisitor } from '@hostspec/archive';
import { defined } from '@hostspec/host-kit';
import type { SecretRedaction } from '@hostspec/redact';

/** Secrets that one rule found in one line, or in one name if there is no line. */
export interface Finding {
  /** The path of the member, masked. */
  readonly path: string;
  readonly line?: number;
  readonly rule: string;
  count: number;
}

/** A member that was not checked, or not as a whole. */
export interface Unchecked {
  readonly path: string;
  readonly reason: string;
}

/** What was found in one input. */
export interface Findings {
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

/** How many findings are listed. The rest is only counted: a hostile input can have any number. */
const mostListed = 10_000;

/** Finds the secrets of an input that it visits. */
export function secretFinder(redaction: SecretRedaction): { readonly visitor: ContentVisitor } & Findings {
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
        return { take: (piece) => void content.push(piece), end: () => void content.end() };
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
