import type { Denials } from '@hostspec/engine';
import { counted, defined } from '@hostspec/host-kit';
import { createLocalHost } from '@hostspec/local-host';
import { type Catalog, type NestedSpec, providerNames, specsWithin } from '@hostspec/spec';
import type { Finding } from './finding.js';

/**
 * The specs whose files will be denied, as a run would find them: the engine opens each file, and keeps nothing. What depends on commands is
 * not known without running them; of that, the specs that need root are counted if their program is installed.
 */
export async function rightsFindings(
  catalog: Catalog,
  isInstalled: (spec: NestedSpec) => boolean,
  denials: Denials | undefined,
): Promise<Finding[]> {
  const denied = await deniedFiles(catalog, denials);
  const needing = process.geteuid?.() === 0 ? [] : needingRoot(catalog, isInstalled, denied);
  if (denied.length + needing.length === 0) return [];
  const parts = [
    ...(denied.length > 0 ? [`${counted(denied.length, 'spec')}, whose files may not be read`] : []),
    ...(needing.length > 0 ? [`perhaps ${counted(needing.length, 'spec')}, whose commands need root`] : []),
  ];
  return [
    {
      level: 'note',
      topic: 'denied',
      text: parts.join('; '),
      details: [
        ...(denied.length > 0 ? [`files: ${denied.join(', ')}`] : []),
        ...(needing.length > 0 ? [`commands: ${needing.join(', ')}`] : []),
      ],
    },
  ];
}

// Whether a file may be read shows when it is opened.
const enough = 64 * 1024;

/** Runs nothing: specs with a condition, a provider or a command are left out. */
async function deniedFiles(catalog: Catalog, denials: Denials | undefined): Promise<string[]> {
  const { collectInto, memorySink, plan } = await import('@hostspec/engine');
  const only = Object.entries(catalog.specs).flatMap(([name, spec]) =>
    specsWithin(spec).some((each) => 'command' in each || each.when !== undefined) ||
    providerNames(spec).length > 0
      ? []
      : [name],
  );
  const host = createLocalHost({ maxItemBytes: enough });
  const context = defined({ catalog, host, denials });
  const denied: string[] = [];
  await collectInto(await plan(catalog, { ...context, only }), {
    ...context,
    sink: memorySink(),
    redaction: 'none',
    onOutcome: ({ name, status, items }) => {
      // What is cut at the limit here may be whole in a run.
      if (status === 'denied' && items.length === 0) denied.push(name);
    },
  });
  return denied.sort();
}

function needingRoot(
  catalog: Catalog,
  isInstalled: (spec: NestedSpec) => boolean,
  denied: readonly string[],
): string[] {
  return Object.entries(catalog.specs)
    .flatMap(([name, spec]) => {
      const commands = specsWithin(spec).filter((each) => 'command' in each);
      return spec.effects?.needsRoot && commands.some(isInstalled) && !denied.includes(name) ? [name] : [];
    })
    .sort();
}
