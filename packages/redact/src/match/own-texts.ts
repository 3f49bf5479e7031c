import type { Rule } from './rule.js';
import { windowBehind } from './rule.js';

/** What stands between two keywords: nothing, and the usual signs before a value, after one, and in one. */
const glues = [
  '',
  ' ',
  '=',
  ': ',
  '="',
  "='",
  '\\"',
  ',',
  '-',
  '=a',
  '=a ',
  ' a',
  'a=',
  ': "a",',
  ':a@',
  '>a',
  '=1\n',
];

/** A hostile text, and where a keyword is in it. */
interface OwnText {
  readonly text: string;
  readonly at: number;
}

/** The keywords of a rule repeated with each glue, alone and after what precedes the keyword in an example. */
export function ownTexts({ keywords, matches }: Rule): OwnText[] {
  const contexts = matches.flatMap((example) => {
    const text = example.replace(/[«»]/g, '');
    const lower = text.toLowerCase();
    return keywords
      .filter((keyword) => lower.includes(keyword.toLowerCase()))
      .map((keyword) => ({ keyword, before: text.slice(0, lower.indexOf(keyword.toLowerCase())) }));
  });
  return [...keywords.map((keyword) => ({ keyword, before: '' })), ...contexts].flatMap(
    ({ keyword, before }) =>
      glues.map((glue) => {
        const unit = keyword + glue;
        const times = Math.ceil((2 * windowBehind) / unit.length);
        // Far from the start, but where an option would still be one of the program before it.
        const place = before === '' ? Math.floor(times / 2) : Math.floor(Math.min(times, 180 / unit.length));
        return { text: before + unit.repeat(times), at: before.length + place * unit.length };
      }),
  );
}
