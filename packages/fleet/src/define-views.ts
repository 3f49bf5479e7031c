import { resolve } from 'node:path';
import { duckdb, type View } from './dialect.js';
import type { Engine } from './engine.js';
import type { FleetFile, FleetState } from './fleet-state.js';
import { checkFiles } from './verify-fleet.js';
import { viewList } from './views.js';

/** The views of a fleet in an engine. */
export interface FleetViews {
  /** Defines the views that a question names, and those that they are made of. To define all takes longer than most questions. */
  defineNamed(question: string): Promise<void>;
  defineAll(): Promise<void>;
}

/** The views of a fleet, of which none is defined yet. The files of each are checked before it is. */
export function fleetViews(engine: Engine, root: string, state: FleetState): FleetViews {
  const views = viewList(resolve(root), state, duckdb);
  const byName = new Map(views.map((view) => [view.name, view]));
  const defined = new Set<View>();
  const unchecked = new Map(state.files.map((file) => [file.path, file]));
  const define = async (wanted: ReadonlySet<View>): Promise<void> => {
    // In this order, each is made of those before it.
    for (const view of views)
      if (wanted.has(view) && !defined.has(view)) {
        await checkFiles(root, taken(unchecked, view.sql));
        await engine.run(duckdb.define(view));
        defined.add(view);
      }
  };
  const addNamed = (sql: string, wanted: Set<View>): Set<View> => {
    for (const [word] of sql.matchAll(/\w+/g)) {
      const view = byName.get(word.toLowerCase());
      if (view && !wanted.has(view)) addNamed(view.sql, wanted.add(view));
    }
    return wanted;
  };
  return {
    defineNamed: (question) => define(addNamed(question, new Set())),
    defineAll: () => define(new Set(views)),
  };
}

/** An engine that defines the views that a statement names before it runs it. */
export function withViews(engine: Engine, root: string, state: FleetState): Engine {
  const views = fleetViews(engine, root, state);
  return {
    ...engine,
    async run(sql) {
      await views.defineNamed(sql);
      await engine.run(sql);
    },
    async rows(sql) {
      await views.defineNamed(sql);
      return engine.rows(sql);
    },
  };
}

/** Takes the files that a statement names; one that the caller fails with stays. */
function* taken(files: Map<string, FleetFile>, sql: string): Generator<FleetFile> {
  for (const [path] of sql.matchAll(/data\/[\w.-]+\.parquet/g)) {
    const file = files.get(path);
    if (!file) continue;
    yield file;
    files.delete(path);
  }
}
