import type { Rule } from './rule.js';
import { windowBehind } from './rule.js';

/** Texts to put between two keywords: nothing, and the usual signs before, after and in a value. */
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

/** A hostile text, and the position of a keyword in it. */
interface OwnText {
  readonly text: string;
  readonly at: number;
}

/** The keywords of a rule, repeated with each glue: alone, and after the text before the keyword in an example. */
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
        // Far from the start, but near enough for an option to belong to the program before it.
        const place = before === '' ? Math.floor(times / 2) : Math.floor(Math.min(times, 180 / unit.length));
        return { text: before + unit.repeat(times), at: before.length + place * unit.length };
      }),
  );
}
