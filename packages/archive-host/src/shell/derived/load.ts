import { counted } from '@hostspec/host-kit';
import { allLines, type Derive, type Derived, lettersOf, type Sources } from './derivation.js';
import { bootLine } from './system.js';

const isBatch = (letters: string): boolean => letters.includes('b');

/** `top`: one screen of its batch mode. */
export const top: Derive = async (args, sources) => {
  if (!args.every((word) => /^-?(?:[bcw1]{1,4}|b?n|b?n?\d+|w\d*)$/.test(word))) return undefined;
  const source = sources.command('top', (recorded) => isBatch(lettersOf(recorded)));
  return source && { from: [source], lines: source.lines() };
};

/** `uptime`: the first line of `w` or `top`. `uptime -s`: the time of the boot. `uptime -p`: the time since then. */
export const uptime: Derive = async (args, sources) => {
  if (args.join() === '-s' || args.join() === '--since') return bootLine(sources);
  if (args.join() === '-p' || args.join() === '--pretty') return prettyUptime(sources);
  const source =
    sources.command('w', () => true) ?? sources.command('top', (recorded) => isBatch(lettersOf(recorded)));
  if (args.length > 0 || !source) return undefined;
  const line = (await allLines(source)).find((each) => / load average: /.test(each));
  return line === undefined ? undefined : { from: [source], lines: [line.replace(/^top - /, ' ')] };
};

const prettyUptime = async (sources: Sources): Promise<Derived | undefined> => {
  const source = sources.command('uptime', ({ length }) => length === 0);
  const [line = ''] = source ? await allLines(source) : [];
  const [, days, hours, minutes, only] =
    / up +(?:(\d+) days?, +)?(?:(\d+):(\d\d)|(\d+) min)?(?=,)/.exec(line) ?? [];
  const parts = [
    [days, 'day'],
    [hours, 'hour'],
    [minutes ?? only, 'minute'],
  ].flatMap(([count, unit]) => (Number(count ?? 0) > 0 ? [counted(Number(count), unit ?? '')] : []));
  return source && parts.length > 0 ? { from: [source], lines: [`up ${parts.join(', ')}`] } : undefined;
};
