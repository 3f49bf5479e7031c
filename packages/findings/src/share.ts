import { isWithin } from './compare.js';
import type { Content, NotKnown, Place } from './facts.js';
import type { Condition } from './finding.js';
import { grouped } from './loaded-rows.js';
import type { Truth } from './logic.js';
import { addAll, fileWords, lacking, type State, unknown } from './state.js';

type ShareCondition = Extract<Condition, { kind: 'share' }>;

/** True if the percentage that a number is of another one is within the bounds. The evidence is the largest. */
export function shareTruth(
  condition: ShareCondition,
  contents: readonly Content[] | NotKnown,
  state: State,
): Truth {
  if ('missing' in contents) {
    addAll(state.reasons, contents.missing);
    return undefined;
  }
  const found = findShares(contents, condition);
  const [largest] = found;
  if (largest) {
    const { percent, part, of } = largest;
    state.words.count ??= String(found.length);
    Object.assign(state.words, fileWords(part.at), {
      share: String(Math.round(percent)),
      part: part.text,
      of: of.text,
    });
    state.at ??= part.at;
    state.line ??= part.line;
    return true;
  }
  const cut = shareLacks(contents, condition);
  return cut === undefined ? false : unknown(state, condition.spec, cut);
}

/** The reason why there can be other shares; undefined if these are all. */
function shareLacks(contents: readonly Content[], { part, of }: ShareCondition): string | undefined {
  const hiding = (name: string) => contents.find(({ leftOut }) => leftOut?.hides(name));
  const isThere = (name: string) =>
    hiding(name) !== undefined || contents.some((each) => numberIn([each], name) !== undefined);
  const open = isThere(part) && isThere(of) ? (hiding(part) ?? hiding(of)) : undefined;
  return lacking(contents, open ? [open] : []);
}

interface FoundNumber {
  readonly text: string;
  readonly at: Place;
  readonly line: string;
}

/** The percentages within the bounds of a condition, the largest first. */
function findShares(contents: readonly Content[], condition: ShareCondition) {
  return [...grouped(contents, ({ at }) => folderOf(at.path)).values()]
    .flatMap((files) => {
      const [part, of] = [numberIn(files, condition.part), numberIn(files, condition.of)];
      if (!part || !of || Number(of.text) === 0 || Number(of.text) < condition.atLeast) return [];
      const percent = (Number(part.text) / Number(of.text)) * 100;
      if (!condition.bounds.every((bound) => isWithin(percent, bound))) return [];
      return [{ percent, part, of }];
    })
    .sort((a, b) => b.percent - a.percent);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** A number by its name: either the whole file has that name, or a line has it before the number. */
function numberIn(files: readonly Content[], name: string): FoundNumber | undefined {
  for (const { text, at } of files) {
    if (at.path.endsWith(`/${name}`)) {
      const alone = /^\d+(?:\.\d+)?$/.exec(text.trim());
      return alone ? { text: alone[0], at, line: alone[0] } : undefined;
    }
    for (let start = text.indexOf(name); start >= 0; start = text.indexOf(name, start + 1)) {
      if (start > 0 && text[start - 1] !== '\n') continue;
      const end = text.indexOf('\n', start);
      const line = text.slice(start, end < 0 ? undefined : end);
      const number = /^(?: *[=:] *| +|\t+)(\d+(?:\.\d+)?)\b/.exec(line.slice(name.length))?.[1];
      if (number !== undefined)
        return {
          text: number,
          at: at.line === undefined ? at : { ...at, line: text.slice(0, start).split('\n').length },
          line,
        };
    }
  }
  return undefined;
}
