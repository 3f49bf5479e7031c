import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const prefix = 'insights.specs.Specs.';

/**
 * Reads an archive's folder by its metadata: of each spec its `items` (path below data/ to metadata), how many
 * are `repeated`, whether they are a `list`, and the `errors`; and the outcomes of hostspec's manifest if there is one.
 */
export const readArchive = (folder) => {
  const specs = new Map();
  for (const name of readdirSync(join(folder, 'meta_data'))) {
    const {
      name: component,
      results,
      errors,
    } = JSON.parse(readFileSync(join(folder, 'meta_data', name), 'utf8'));
    const items = new Map();
    const all = [results ?? []].flat();
    for (const { type, object } of all) items.set(object.relative_path, { type, object });
    specs.set(component.slice(prefix.length), {
      items,
      repeated: all.length - items.size,
      list: Array.isArray(results),
      errors,
    });
  }
  return { folder, specs, outcomes: outcomesOf(folder) };
};

const outcomesOf = (folder) => {
  try {
    const { outcomes } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    return new Map(outcomes.map((outcome) => [outcome.name, outcome]));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
};

/** The bytes of an item. */
export const contentOf = ({ folder }, path) => readFileSync(join(folder, 'data', path));

/**
 * Text as insights-core stores it: of a command cut at every line boundary that Unicode knows, of a file at the usual
 * ones; joined by newlines, without the last one; bytes that are not UTF-8 left out.
 */
export const asStored = (bytes, isCommand) => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replaceAll('\ufffd', '');
  const boundary = isCommand ? /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/g : /\r\n|\r/g;
  return text.replace(boundary, '\n').replace(/\n$/, '');
};
