import type { Item, Outcome } from '@hostspec/spec';
import { collectionTypeFacts, joinWords } from '@hostspec/spec';

/** Path of a spec's metadata file in the layout of insights-core. */
export function metadataPath(name: string): string {
  return `meta_data/insights.specs.Specs.${name}.json`;
}

/** Whether a spec has a metadata file: one that was skipped has none. */
export function hasMetadata({ status, items }: Pick<Outcome, 'status' | 'items'>): boolean {
  return status !== 'skipped' || items.length > 0;
}

/** A spec's metadata in the layout of insights-core, as JSON; undefined for a spec that was skipped. */
export function metadataText(outcome: Outcome, multiOutput = false): string | undefined {
  if (!hasMetadata(outcome)) return undefined;
  const results = outcome.items.map(resultOf);
  // The type may come from a journal.
  const many = multiOutput || collectionTypeFacts[outcome.type]?.several || results.length > 1;
  return JSON.stringify({
    name: `insights.specs.Specs.${outcome.name}`,
    exec_time: outcome.duration,
    errors: errorsOf(outcome),
    results: results.length === 0 ? null : many ? results : results[0],
    ser_time: 0,
  });
}

function errorsOf({ items, misses, reason }: Outcome): string[] {
  const reasons = misses.map((miss) => miss.reason);
  return [...new Set(items.length === 0 && reason !== undefined ? [reason, ...reasons] : reasons)];
}

function resultOf(item: Item): { type: string; object: object } {
  const save_as = item.saveAs !== undefined;
  const place = { save_as, relative_path: item.path };
  const rc = item.rc ?? null;
  const container = item.container && {
    image: item.container.image,
    engine: item.container.engine,
    container_id: item.container.id,
  };
  if (item.source.kind === 'file')
    return {
      type: `insights.core.spec_factory.${container ? 'Container' : item.raw ? 'Raw' : 'Text'}FileProvider`,
      object: { ...place, rc, ...container },
    };
  return {
    type: `insights.core.spec_factory.${container ? 'ContainerCommand' : 'CommandOutput'}Provider`,
    object: { rc, cmd: commandOf(item), args: item.element ?? null, ...place, ...container },
  };
}

function commandOf({ commandLine, source }: Item): string {
  if (commandLine !== undefined) return commandLine;
  if (source.kind === 'command') return joinWords(source.argv);
  return `/bin/ls ${source.path}`;
}
