import { bytesText } from '@hostspec/host-kit';
import type { LogPart, Spec } from '@hostspec/spec';

/** The effects of collecting a spec beyond reading this host, in words. */
export function effectsOf({ effects = {} }: Partial<Spec>): string[] {
  const { network, changesState, loadsModules, needsRoot } = effects;
  const words: string[] = [];
  if (network) words.push('needs the network; skipped with --offline');
  if (changesState) {
    const { what, arguments: changing } = changesState;
    const which = changing ? ` with ${changing.join(' or ')}` : '';
    words.push(`changes the host${which}: ${what}; skipped without --allow-state-changes`);
  }
  if (loadsModules) words.push('the kernel may load modules');
  if (needsRoot) words.push('useful only if run as root');
  return words;
}

/** How a spec's behaviour differs from the default, in words. */
export function behaviourOf(spec: Spec): string[] {
  const {
    keepRc,
    emptyRc,
    absentWhen,
    saveAs,
    signal,
    env,
    inheritEnv,
    timeout,
    raw,
    container,
    nestedCommandLine,
    secret,
    endpoint,
    for: families,
    log,
    journal,
    onRequest,
  } = spec;
  const words: string[] = [];
  if (keepRc) words.push('keeps the output whatever the exit status');
  if (emptyRc) words.push(`nothing is found if its exit status is ${emptyRc.join(' or ')}`);
  if (absentWhen)
    words.push(
      `absent if it fails with ${absentWhen.map((each) => (typeof each === 'number' ? `exit status ${each}` : JSON.stringify(each))).join(' or ')}`,
    );
  if (saveAs !== undefined) words.push(`stored as ${saveAs}`);
  if (timeout !== undefined) words.push(`time limit ${timeout} s`);
  if (signal === 'SIGTERM') words.push('receives SIGTERM first after a timeout');
  if (env)
    words.push(
      `with ${Object.entries(env)
        .map(([key, value]) => `${key}=${value}`)
        .join(' ')} in its environment`,
    );
  if (inheritEnv && inheritEnv.length > 0)
    words.push(`inherits ${inheritEnv.join(', ')} from the environment`);
  if (families) words.push(`for ${families.join(', ')}`);
  if (onRequest) words.push('only if asked for by name, or by a profile that names it');
  if (log) words.push(`a log: ${partOf(log)}`);
  if (journal) words.push(`the journal: ${partOf(journal)}`);
  if (raw) words.push('binary, never cut at a line');
  if (container === 'file') words.push('a file read inside each container');
  if (container === 'command') words.push('a command run inside each container');
  if (nestedCommandLine) words.push('quotes elements for the command line inside an argument');
  if (secret !== undefined) words.push('the value is a secret: it appears in no argument, name or message');
  if (endpoint)
    words.push(
      `sends requests to ${endpoint.url} unless the setting ${endpoint.setting} names another endpoint`,
    );
  return words;
}

function partOf({ window, newest, newestEach }: LogPart): string {
  const each = newestEach === undefined ? '' : `, at most ${bytesText(newestEach)} of one file`;
  return `the newest ${bytesText(newest)}${each}${window === undefined ? '' : `, of the last ${window}`}`;
}
