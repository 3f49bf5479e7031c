import { resolve } from 'node:path';
import { duckdb, type View } from './dialect.js';
import type { Engine } from './engine.js';
import type { FleetState } from './fleet-state.js';
import { viewList } from './views.js';

/** The views of a fleet in an engine. */
export interface FleetViews {
  /** Defines the views that a question names, and those that they are made of. To define all takes longer than most questions. */
  defineNamed(question: string): Promise<void>;
  defineAll(): Promise<void>;
}

/** The views of a fleet, of which none is defined yet. */
export function fleetViews(engine: Engine, root: string, state: FleetState): FleetViews {
  const views = viewList(resolve(root), state, duckdb);
  const byName = new Map(views.map((view) => [view.name, view]));
  const defined = new Set<View>();
  const define = async (wanted: ReadonlySet<View>): Promise<void> => {
    // In this order, each is made of those before it.
    for (const view of views)
      if (wanted.has(view) && !defined.has(view)) {
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
