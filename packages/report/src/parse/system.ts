import { countOf, valuesOf, wordsOf } from './words.js';

/** The kernel's release and the machine's architecture in the output of `uname -a`. */
export function kernelOf(
  text: string,
): { readonly release: string; readonly machine: string | undefined } | undefined {
  const words = wordsOf(text);
  if (words[2] === undefined) return undefined;
  const machine = words
    .slice(3)
    .find((word) => /^(?:x86_64|i[3-6]86|aarch64|arm\w*|ppc64(?:le)?|s390x|riscv64)$/.test(word));
  return { release: words[2], machine };
}

/** The values of `os-release`, without quotes, by name. */
export function osReleaseOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...valuesOf(text, '=')].map(([key, value]) => [key, value.replace(/^(["'])(.*)\1$/, '$2')]),
  );
}

/** How long a host runs, and its load averages over 1, 5 and 15 minutes, in the output of `uptime`. */
export function uptimeOf(
  text: string,
): { readonly up: string | undefined; readonly load: readonly number[] } | undefined {
  const line = text.split('\n', 1)[0] ?? '';
  const load = /load averages?: ([\d., ]{1,60})/.exec(line)?.[1];
  if (load === undefined) return undefined;
  const up = /\bup +([^,]{1,40}(?:, +\d+:\d+)?)/.exec(line)?.[1];
  // Some locales have a comma in numbers.
  return {
    up: up?.replace(/ +/g, ' ').trim(),
    load: (load.match(/\d+[.,]\d+/g) ?? []).map((each) => Number(each.replace(',', '.'))),
  };
}

/** The time of boot in `/proc/stat`, in milliseconds since the epoch. */
export function bootTimeOf(text: string): number | undefined {
  const seconds = countOf(/^btime (\d{1,12})$/m.exec(text)?.[1]);
  return seconds === undefined ? undefined : seconds * 1000;
}

/** The processors in the output of `lscpu`. */
export interface Processors {
  readonly count: number | undefined;
  readonly model: string | undefined;
  readonly sockets: number | undefined;
  readonly hypervisor: string | undefined;
}

/** The processors in the output of `lscpu`; undefined if it has neither a count nor a model. */
export function processorsOf(text: string): Processors | undefined {
  const values = valuesOf(text);
  const count = countOf(values.get('CPU(s)'));
  const model = values.get('Model name') ?? values.get('BIOS Model name');
  if (count === undefined && model === undefined) return undefined;
  return {
    count,
    model,
    sockets: countOf(values.get('Socket(s)')),
    hypervisor: values.get('Hypervisor vendor'),
  };
}

/** The processors in `/proc/cpuinfo`; undefined if it has none. */
export function cpuinfoOf(text: string): Processors | undefined {
  const count = text.match(/^processor\s*:/gm)?.length;
  if (count === undefined) return undefined;
  return {
    count,
    model: /^model name[ \t]*: (.+)$/m.exec(text)?.[1],
    sockets: undefined,
    hypervisor: undefined,
  };
}

/** Manufacturer and product in the output of `dmidecode`. */
export function productOf(text: string): string | undefined {
  const start = text.indexOf('System Information');
  if (start === -1) return undefined;
  const values = valuesOf(text.slice(start, text.indexOf('\n\n', start) + 1 || undefined));
  const words = [values.get('Manufacturer'), values.get('Product Name')].filter((each) => each);
  return words.length === 0 ? undefined : words.join(' ');
}

/** The state of the clock in the output of `timedatectl`. */
export function clockOf(text: string): {
  readonly zone: string | undefined;
  readonly synchronized: boolean | undefined;
} {
  const values = valuesOf(text);
  const answer = values.get('System clock synchronized') ?? values.get('NTP synchronized');
  return { zone: values.get('Time zone'), synchronized: answer === undefined ? undefined : answer === 'yes' };
}
