import { hostInTrouble } from './host-in-trouble.js';

/** Texts that would do something in a page if they were more than text. */
export const hostile: readonly string[] = [
  '</script><script>document.title = "broken"</script>',
  '<img src=x onerror="document.title = \'broken\'">',
  '<!--<script>',
  '</script x <!-- ends an element without its last bracket',
  '"><svg onload=alert(1)>',
  ']]>',
  '{{constructor.constructor("alert(1)")()}}',
  '\u202eright to left\u202c',
  '\u2066isolated\u2069',
  '\x1b[31mred\x07',
  '\u2028\u2029',
];

/** All of them in one word. */
export const hostileWord = hostile.join('').replace(/\s/g, '\u00a0');

/** The outputs of the host in trouble, with a word in place of names that others give and of states. */
export function taintedHost(word: string): Readonly<Record<string, string>> {
  const names = /httpd(?=\.service)|mysqld|web01|eno1|my(?:\\040| )files|md0|DOWN|permissive/g;
  return Object.fromEntries(
    Object.entries(hostInTrouble).map(([source, text]) => [source, text.replace(names, () => word)]),
  );
}
