import type { HostspecError, Item, Miss, Redaction, Sink } from '@hostspec/spec';
import type { Budget } from '../content/budget.js';
import type { Room } from '../logs/room.js';
import type { Session } from '../plan/session.js';
import type { EndOfRun } from './end-of-run.js';

/** The context for gathering. */
export interface GatherContext {
  readonly session: Session;
  readonly sink: Sink;
  readonly budget: Budget;
  /** Masks what goes to the sink or into an outcome. */
  readonly redaction: Redaction;
  /** Limits what is held in memory of logs, by all specs together. */
  readonly memory: Room;
  /** Limits what all specs collect of the journal together. */
  readonly journals: Room;
  /** Waits for a turn to handle content. Undefined if few requests run at once: they need no turns. */
  readonly turn: (() => Promise<void>) | undefined;
  readonly end: EndOfRun;
  /** Why a spec starts nothing more; undefined while it may. */
  readonly specOver: () => string | undefined;
  /** Called when the sink can take no more: `NO_SPACE` or `SINK`. */
  readonly failed: (error: HostspecError) => void;
}

/** How a task ended: with a status if its content is not kept. */
export interface TaskEnd {
  readonly status?: Miss['status'];
  readonly reason?: string;
  readonly rc?: number;
  readonly program?: string;
  readonly truncated?: Item['truncated'];
  readonly packed?: Item['packed'];
}
