import { expect, test } from 'vitest';
import { randomNumbers } from '../../../../tools/test/seed.js';
import { createRedaction } from '../index.js';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';
const symbols = '!#$%&()*+,-./:;<=>?@[]^_{|}~';
const words =
  'dragon summer harbour lantern meadow canyon copper coffee sunshine secret football shadow'.split(' ');

const redaction = createRedaction();

let random: (below: number) => number = () => 0;
const one = (of: string | readonly string[]): string => of[random(of.length)] as string;
const text = (of: string, count: number): string => Array.from({ length: count }, () => one(of)).join('');

/** Kinds of passwords that people and programs choose. */
const kinds: Readonly<Record<string, () => string>> = {
  'letters and digits': () => text(letters + digits, 14),
  'with symbols': () => text(letters + digits + symbols, 14),
  'short with symbols': () => text(letters + digits + symbols, 10),
  'words with hyphens': () => `${one(words)}-${one(words)}-${one(words)}`,
  'a word': () => one(words),
  'a name, a year and a symbol': () =>
    `${one(letters).toUpperCase()}${one(words)}(20${text(digits, 2)})${one('!?$#')}`,
  'a symbol before': () => `${one('$%/<[!@#&*=~^+:')}${text(letters, 5)}${text(digits, 3)}`,
};

const escaped = (password: string): string =>
  password.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const isPlain = (password: string): boolean => !/^[[\]{}&*!|>'"%@`,#?:-]|: |:$|[,;]$/.test(password);
/** The password as YAML needs it. */
const inYaml = (password: string): string => (isPlain(password) ? password : `'${password}'`);

/** Where a password stands on hosts: the text before it, as it stands there, and after it. */
const forms: Readonly<Record<string, (password: string) => readonly [string, string, string]>> = {
  environment: (password) => ['DB_PASSWORD=', password, ''],
  ini: (password) => ['[db]\npassword = ', password, '\nhost = db1'],
  YAML: (password) => ['db:\n  password: ', inYaml(password), '\n  host: db1'],
  JSON: (password) => ['{"user":"bob","password":', JSON.stringify(password), ',"port":1}'],
  URL: (password) => ['amqp://bob:', encodeURIComponent(password), '@host.example:5672/x'],
  'command line': (password) => ['root 12 1 app --user bob --password=', password, ' --host db1'],
  'argument of a command line': (password) => ['root 12 app --password ', password, ' --host db1'],
  bindpw: (password) => ['bindpw ', password, '\nbase dc=x'],
  XML: (password) => ['<password>', escaped(password), '</password>'],
};

/** True if more than one character of a password is left, or something around it is missing. */
function isLeft([before, password, after]: readonly [string, string, string]): boolean {
  const masked = redaction.text(`${before}${password}${after}`);
  if (!masked.startsWith(before) || !masked.endsWith(after)) return true;
  const middle = masked.slice(before.length, masked.length - after.length);
  return !/^["']?__secret_[a-z_]+_[0-9a-f]{8}__["',;]?$/.test(middle);
}

test('less than one password in a thousand is left, whatever it is made of and wherever it stands', () => {
  random = randomNumbers();
  const left: string[] = [];
  let count = 0;
  for (const form of Object.values(forms))
    for (const make of Object.values(kinds))
      for (let round = 0; round < 300; round++) {
        const password = make();
        // An option follows, not a value.
        if (password.startsWith('-') || /[a-z]\($/i.test(password)) continue;
        count++;
        const parts = form(password);
        if (isLeft(parts)) left.push(parts.join(''));
      }
  expect(count).toBeGreaterThan(15_000);
  expect(left.length / count, left.slice(0, 20).join('\n')).toBeLessThan(0.001);
});

test.each([
  'Summer(2024)!',
  '$ecret99',
  '%Percent9',
  '/slash/pw9',
  '<hunter2>',
  '[brackets1]',
  'Your-Passw0rd',
  'a.password',
  'auto',
  'new',
])('%s is masked as a whole in each form', (password) => {
  for (const [name, form] of Object.entries(forms))
    expect([name, isLeft(form(password))]).toEqual([name, false]);
});

test.each([
  ['a URL', 'amqp://bob:', '@host/x'],
  ['YAML', 'client_secret: ', '\nnext: 1'],
  ['XML', '<password>', '</password>'],
  ['an option', 'app --password=', ' --host db1'],
])('a value of %s that is longer than any bound is masked to its end', (_, before, after) => {
  const value = 'Zq9kW7x'.repeat(900);
  expect(redaction.text(`${before}${value}${after}`)).toMatch(
    new RegExp(`^${before}__secret_\\w+?_[0-9a-f]{8}__${after}$`),
  );
});

test.each([
  ['https://x-access-token:«Zq9kW7xbb1»@forge.example/org/repo.git'],
  ['rbd_secret_uuid = 457eb676-33da-42ec-9a8c-9293d545c337'],
  ['token:root@pam!ci:0:1::'],
  ['PGPASSWORD=«Zq9k» psql -h pg1 -U app'],
  ['PASSWORD=«Zq9k» ./deploy.sh prod'],
])('a secret ends where its form ends: %s', (marked) => {
  const masked = redaction.text(marked.replace(/[«»]/g, '')).replace(/__secret_\w+?_[0-9a-f]{8}__/g, '«»');
  expect(masked).toBe(marked.replace(/«.*?»/g, '«»'));
});
