import { unitFileRows, unitStatuses, units } from '@hostspec/parse';
import {
  allLines,
  type Derive,
  type Derived,
  given,
  rowLines,
  type Source,
  type Sources,
} from './derivation.js';

/** `systemctl`: the units of a recorded list that are asked for, and the part about one unit in a record of all. */
export const systemctl: Derive = async (args, sources) => {
  const options = given(
    args.filter((word) => word !== '--no-pager' && word !== '--full'),
    {
      flags: 'fla',
      values: 'ts',
      long: { failed: 'f', type: 't', state: 's', all: 'a' },
    },
  );
  if (!options) return undefined;
  const { flags, values } = options;
  const [verb = 'list-units', ...names] = options.rest;
  if (verb === 'list-units' && names.length === 0)
    return listed(sources, flags.has('f') ? 'failed' : values.get('s'), values.get('t'));
  if (names.length === 0) return undefined;
  const wanted = names.map(unitName);
  if (verb === 'status') return statuses(sources, wanted);
  if (verb === 'show') return shown(sources, wanted);
  if (verb === 'cat') return unitFiles(sources, wanted);
  if (verb === 'is-active' || verb === 'is-failed') return states(sources, verb, wanted);
  return verb === 'is-enabled' ? enabled(sources, wanted) : undefined;
};

/** A name without a kind is one of a service. */
export function unitName(name: string): string {
  return /\.(?:service|socket|target|device|mount|automount|swap|timer|path|slice|scope)$/.test(name)
    ? name
    : `${name}.service`;
}

const ignored = new Set(['--no-pager', '-l', '--full', '-a', '--all']);

function recordedVerb(sources: Sources, ...lines: readonly string[]): Source | undefined {
  for (const line of lines) {
    const accept = (args: readonly string[]): boolean =>
      args.filter((word) => !ignored.has(word)).join(' ') === line;
    const found = sources.command('systemctl', accept);
    if (found) return found;
  }
  return undefined;
}

async function listed(
  sources: Sources,
  state: string | undefined,
  type: string | undefined,
): Promise<Derived | undefined> {
  const lists = ['list-units', ''];
  const failed = ['--failed', 'list-units --failed', 'list-units --state=failed'];
  const source = recordedVerb(sources, ...(state === 'failed' ? failed : []), ...lists);
  if (!source) return undefined;
  const lines = await allLines(source);
  const states = state?.split(',');
  const rows = rowLines(units, lines).filter(
    ({ row }) =>
      (states === undefined || states.includes(row.active) || states.includes(row.load)) &&
      (type === undefined || type.split(',').some((each) => row.name.endsWith(`.${each}`))),
  );
  const head = lines.find((line) => /^\s*UNIT\s+LOAD\s/.test(line));
  const texts = rows.map(({ text }) => text);
  return {
    from: [source],
    lines: [...(head === undefined ? [] : [head]), ...texts, '', `${rows.length} loaded units listed.`],
  };
}

async function statuses(sources: Sources, names: readonly string[]): Promise<Derived | undefined> {
  const own = names.flatMap((name) => recordedVerb(sources, `status ${name}`) ?? []);
  const all = recordedVerb(sources, 'status');
  const from = own.length === names.length ? own : [...own, ...(all ? [all] : [])];
  if (from.length === 0) return undefined;
  const found = new Map<string, { readonly active: string | undefined; readonly lines: readonly string[] }>();
  for (const source of from) {
    const reader = unitStatuses();
    const keep = (unit: ReturnType<typeof reader.line>): void => {
      if (unit && names.includes(unit.name) && !found.has(unit.name)) found.set(unit.name, unit);
    };
    for await (const line of source.lines()) keep(reader.line(line));
    keep(reader.end?.());
  }
  const others = names.filter((name) => !found.has(name));
  // systemctl also knows units that are not loaded, by their files.
  const files = others.length > 0 ? recordedVerb(sources, 'list-unit-files') : undefined;
  if (others.length > 0 && !files) return undefined;
  const rows = files ? rowLines(unitFileRows, await allLines(files)).map(({ row }) => row) : [];
  for (const name of others) {
    const state = rows.find((row) => row.name === name || row.name === templateOf(name))?.state;
    const loaded = state === 'masked' ? state : `loaded (${state})`;
    if (state !== undefined)
      found.set(name, {
        active: 'inactive',
        lines: [`* ${name}`, `     Loaded: ${loaded}`, '     Active: inactive (dead)'],
      });
  }
  const lines = names.flatMap((name, at) => {
    const told = found.get(name)?.lines ?? [`Unit ${name} could not be found.`];
    return at === 0 ? told : ['', ...told];
  });
  const status = names.some((name) => !found.has(name))
    ? 4
    : names.every((name) => found.get(name)?.active === 'active')
      ? 0
      : 3;
  return {
    from: files ? [...from, files] : from,
    lines: lines.slice(0, lines.findLastIndex((line) => line !== '') + 1),
    status,
  };
}

/** The name of the file that an instance such as `getty@tty1.service` is made from. */
function templateOf(name: string): string {
  return name.replace(/@.*(?=\.)/, '@');
}

/** The properties of units, from those of all units of a kind. */
async function shown(sources: Sources, names: readonly string[]): Promise<Derived | undefined> {
  const kinds = [...new Set(names.map((name) => name.slice(name.lastIndexOf('.'))))];
  const from = kinds.flatMap((kind) => recordedVerb(sources, `show *${kind}`) ?? []);
  if (from.length < kinds.length) return undefined;
  const found = new Map<string, string[]>();
  for (const source of from) {
    let block: string[] = [];
    const keep = (): void => {
      const id = block.find((line) => line.startsWith('Id='))?.slice(3);
      if (id !== undefined && names.includes(id)) found.set(id, block);
      block = [];
    };
    for await (const line of source.lines())
      if (line === '') keep();
      else block.push(line);
    keep();
  }
  if (!names.every((name) => found.has(name))) return undefined;
  return {
    from,
    lines: names.flatMap((name, at) => [...(at === 0 ? [] : ['']), ...(found.get(name) ?? [])]),
  };
}

const unitDirectories = ['/etc', '/run', '/usr/local/lib', '/usr/lib', '/lib'];

/** The file of each unit and its drop-ins, as far as the archive has them. */
async function unitFiles(sources: Sources, names: readonly string[]): Promise<Derived | undefined> {
  const from: Source[] = [];
  const missing: string[] = [];
  for (const name of names) {
    const paths = unitDirectories.map((directory) => `${directory}/systemd/system/${name}`);
    const file = paths.map((path) => sources.file(path)).find((source) => source !== undefined);
    const dropIns = (await Promise.all(paths.map((path) => sources.files(`${path}.d/*.conf`)))).flat();
    if (!file) missing.push(name);
    from.push(...(file ? [file] : []), ...dropIns);
  }
  if (from.length === 0) return undefined;
  const texts = await Promise.all(
    from.map(async (source, at) => [
      ...(at === 0 ? [] : ['']),
      `# ${/\/\S+\w/.exec(source.name)?.[0]}`,
      ...(await allLines(source)),
    ]),
  );
  const but = `without the unit file${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`;
  return { from, but: missing.length > 0 ? but : undefined, lines: texts.flat() };
}

async function states(
  sources: Sources,
  verb: 'is-active' | 'is-failed',
  names: readonly string[],
): Promise<Derived | undefined> {
  const source = recordedVerb(sources, 'list-units', '');
  if (!source) return undefined;
  const rows = rowLines(units, await allLines(source)).map(({ row }) => row);
  const answers = names.map((name) => rows.find((row) => row.name === name)?.active ?? 'inactive');
  const wanted = verb === 'is-active' ? 'active' : 'failed';
  const status = answers.includes(wanted) ? 0 : verb === 'is-active' ? 3 : 1;
  return { from: [source], lines: answers, status };
}

async function enabled(sources: Sources, names: readonly string[]): Promise<Derived | undefined> {
  const source = recordedVerb(sources, 'list-unit-files');
  if (!source) return undefined;
  const rows = rowLines(unitFileRows, await allLines(source)).map(({ row }) => row);
  const answers = names.map((name) => rows.find((row) => row.name === name)?.state ?? 'not-found');
  const isEnabled = answers.some((state) => /^(?:enabled|static|alias|indirect|generated)/.test(state));
  return { from: [source], lines: answers, status: isEnabled ? 0 : answers.includes('not-found') ? 4 : 1 };
}
