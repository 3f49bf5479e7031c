import type { Spec } from '@hostspec/spec';

/** What collecting a spec does beyond reading this host, in words. */
export function effectsOf({ effects = {} }: Partial<Spec>): string[] {
  const { network, changesState, loadsModules, needsRoot } = effects;
  const words: string[] = [];
  if (network) words.push('needs the network; skipped by --offline');
  if (changesState) {
    const { what, arguments: changing } = changesState;
    const which = changing ? ` with ${changing.join(' or ')}` : '';
    words.push(`changes the host${which}: ${what}; skipped unless --allow-state-changes`);
  }
  if (loadsModules) words.push('the kernel may load modules for it');
  if (needsRoot) words.push('gives nothing useful to a user other than root');
  return words;
}

/** How a spec behaves where that is not the usual way, in words. */
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
  } = spec;
  const words: string[] = [];
  if (keepRc) words.push('kept whatever the exit status');
  if (emptyRc) words.push(`nothing is found if its exit status is ${emptyRc.join(' or ')}`);
  if (absentWhen)
    words.push(
      `absent if it fails with ${absentWhen.map((each) => (typeof each === 'number' ? `exit status ${each}` : JSON.stringify(each))).join(' or ')}`,
    );
  if (saveAs !== undefined) words.push(`stored as ${saveAs}`);
  if (timeout !== undefined) words.push(`may take ${timeout} s`);
  if (signal === 'SIGTERM') words.push('ended by SIGTERM first');
  if (env)
    words.push(
      `with ${Object.entries(env)
        .map(([key, value]) => `${key}=${value}`)
        .join(' ')} in its environment`,
    );
  if (inheritEnv && inheritEnv.length > 0)
    words.push(`takes over ${inheritEnv.join(', ')} from the environment`);
  if (raw) words.push('bytes, never cut at a line');
  if (container === 'file') words.push('a file read inside each container');
  if (container === 'command') words.push('a command run inside each container');
  if (nestedCommandLine)
    words.push('elements are quoted for the command line that stands inside an argument');
  if (secret !== undefined) words.push('the value is a secret: in no argument, name or message');
  if (endpoint)
    words.push(`requests to ${endpoint.url} go elsewhere where the setting ${endpoint.setting} says so`);
  return words;
}
