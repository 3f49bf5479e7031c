import { createRegistry } from '@hostspec/registry';
import type { Catalog, CollectingHost, Host } from '@hostspec/spec';
import { withoutContained } from '../logs/contained.js';
import { type LogOptions, type LogTimes, logTimes } from '../logs/log-times.js';
import { checkGiven } from './check-options.js';
import { checkPlan, checkPlanHost } from './check-plan.js';
import { collectingHost } from './collecting-host.js';
import { type Denials, type Forbidden, forbidden } from './denials.js';
import { denyingHost, denyingParts } from './denying-host.js';
import { type Gates, gatesOf } from './gates.js';
import { isMadeFrom, type Plan, type PlannedSpec } from './plan.js';
import { type OptionName, ownName } from './restrictions.js';

/** One use of a plan: the host, the registry of its catalog, and what may run. */
export interface Session extends Gates {
  readonly host: CollectingHost;
  readonly logs: LogTimes;
  /** The specs of the plan, with a reason to skip those that its window of time makes superfluous. */
  readonly specs: readonly PlannedSpec[];
  readonly denials: Forbidden | undefined;
}

/** The parts that a plan, as data, cannot have: its catalog, whose providers and conditions are code, and its host. */
export interface PlanContext extends LogOptions {
  readonly catalog: Catalog<object>;
  readonly host: Host;
  /** What must not be collected on the host, whatever the plan says, beside what the catalog never collects. Default: nothing else. */
  readonly denials?: Denials;
  /** The name of an option in errors and reasons, for a program whose own options have other names. Default: the name here. */
  readonly optionName?: OptionName;
}

/**
 * Opens a session for a plan, and checks that the plan is for this catalog and host.
 *
 * @throws UsageError `INVALID_PLAN` for data that is not a plan, or was changed; `PLAN_MISMATCH` for another catalog or host.
 */
export async function openSession(caller: string, plan: Plan, context: PlanContext): Promise<Session> {
  const { catalog, optionName = ownName } = context;
  checkGiven(caller, catalog, context.host);
  const denials = forbidden(context.denials, catalog);
  const host = collectingHost(context.host);
  if (!isMadeFrom(plan, catalog)) checkPlan(plan, catalog, optionName);
  await checkPlanHost(plan, host);
  const logs = await logTimes(host, denyingHost(host, denials), context, optionName);
  const registry = createRegistry(denyingParts(catalog, denials), host, plan.settings, plan.conditions);
  const specs = logs.asked && host.executes ? withoutContained(plan.specs, logs.asked, denials) : plan.specs;
  return { ...gatesOf(registry, host, plan.restrictions, optionName), host, denials, logs, specs };
}
