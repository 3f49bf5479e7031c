import { debianPackages, packages } from '@hostspec/parse';
import { nameMatcher } from '@hostspec/spec';
import { allLines, columns, type Derive, given, lettersOf, rowLines } from './derivation.js';

const desired: Readonly<Record<string, string>> = {
  u: 'Unknown',
  i: 'Install',
  r: 'Remove',
  p: 'Purge',
  h: 'Hold',
};

/** `dpkg -l [PATTERN…]`: from the list of dpkg-query, which has no descriptions. */
export const dpkg: Derive = async (args, sources) => {
  const options = given(args, { flags: 'l', long: { list: 'l' } });
  const source =
    sources.command('dpkg-query', (words) => words[0] === '-W') ??
    sources.command('dpkg', (words) => words.join(' ') === '-l');
  if (!options?.flags.has('l') || !source) return undefined;
  const rows = rowLines(debianPackages, await allLines(source));
  const isWanted = (name: string): boolean =>
    options.rest.length === 0 || options.rest.some((pattern) => nameMatcher(pattern)(name));
  const kept = rows.filter(({ row }) => row.state !== 'not-installed' && isWanted(row.name));
  if (kept.length === 0)
    return {
      from: [source],
      lines: [`dpkg-query: no packages found matching ${options.rest.join(' ')}`],
      status: 1,
    };
  const cells = kept.map(({ text, row }) => [
    text.slice(0, 3),
    row.name,
    row.version ?? '',
    row.architecture ?? '',
  ]);
  const [head = '', ...lines] = columns([['||/', 'Name', 'Version', 'Architecture'], ...cells], [0, 1, 2, 3]);
  return {
    from: [source],
    but: 'without descriptions',
    lines: [
      `Desired=${Object.values(desired).join('/')}`,
      '| Status=Not/Inst/Conf-files/Unpacked/halF-conf/Half-inst/trig-aWait/Trig-pend',
      '|/ Err?=(none)/Reinst-required (Status,Err: uppercase=bad)',
      head,
      ...lines,
    ],
  };
};

/** `apt list --installed`: without the repositories that packages came from. */
export const apt: Derive = async (args, sources) => {
  const source = sources.command('dpkg-query', (words) => words[0] === '-W');
  if (args.join(' ') !== 'list --installed' || !source) return undefined;
  const rows = rowLines(debianPackages, await allLines(source)).filter(
    ({ row }) => row.state === 'installed',
  );
  const lines = rows.map(
    ({ row }) => `${row.name}/now ${row.version ?? ''} ${row.architecture ?? ''} [installed]`,
  );
  return { from: [source], but: 'without repositories', lines };
};

/** `apt-mark showhold`: the packages that dpkg holds. */
export const aptMark: Derive = async (args, sources) => {
  const source = sources.command('dpkg-query', (words) => words[0] === '-W');
  if (args.join(' ') !== 'showhold' || !source) return undefined;
  const held = rowLines(debianPackages, await allLines(source)).filter(({ row }) => row.isHeld);
  return { from: [source], lines: held.map(({ row }) => row.name) };
};

/** `rpm -qa [PATTERN…]` and `rpm -q NAME…`: names with version, release and architecture. */
export const rpm: Derive = async (args, sources) => {
  const options = given(args, { flags: 'qa', long: { query: 'q', all: 'a' } });
  if (!options?.flags.has('q')) return undefined;
  const { flags, rest } = options;
  const source = sources.command('rpm', (words) => /q/.test(lettersOf(words)) && /a/.test(lettersOf(words)));
  if (!source || (!flags.has('a') && rest.length === 0)) return undefined;
  const all = rowLines(packages, await allLines(source)).map(({ row }) => ({
    name: row.name,
    full: `${row.name}-${row.version}-${row.release}${row.architecture ? `.${row.architecture}` : ''}`,
  }));
  if (all.length === 0) return undefined;
  if (flags.has('a')) {
    const isWanted = ({ name, full }: (typeof all)[number]): boolean =>
      rest.length === 0 || rest.some((pattern) => nameMatcher(pattern)(name) || nameMatcher(pattern)(full));
    return { from: [source], lines: all.filter(isWanted).map(({ full }) => full) };
  }
  const answers = rest.map((wanted) =>
    all.filter(({ name, full }) => name === wanted || full === wanted).map(({ full }) => full),
  );
  return {
    from: [source],
    lines: answers.flatMap((found, at) =>
      found.length > 0 ? found : [`package ${rest[at]} is not installed`],
    ),
    status: Math.min(answers.filter((found) => found.length === 0).length, 255),
  };
};
