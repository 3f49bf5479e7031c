import { isObject, shapes } from '@hostspec/host-kit';
import { isHostspecError, UsageError } from '@hostspec/spec';
import { checkBrand } from './brand-of.js';
import { type Plan, planFormat } from './plan.js';

const { exactObjectOf, flag, listOf, mapOf, text, valueThat } = shapes;

const isTrue = valueThat('true, or no such key', (value) => value === true);
const isRecord = valueThat('an object', isObject);
const settingValue = valueThat(
  'a list of strings, true or false, or a string',
  (value) =>
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (Array.isArray(value) && value.every((each) => typeof each === 'string')),
);

const plannedSpec = exactObjectOf(
  { name: text, domain: text, spec: isRecord },
  { skip: text, deselected: isTrue, undecided: isTrue },
);

const texts = listOf(text);

const profile = exactObjectOf(
  { name: text },
  { doc: text, domains: texts, pick: texts, skip: texts, window: text, limits: mapOf(text) },
);

const restrictions = exactObjectOf(
  {},
  {
    profiles: listOf(profile),
    only: texts,
    skip: texts,
    domains: texts,
    offline: flag,
    allowStateChanges: flag,
  },
);

const planShape = exactObjectOf(
  {
    format: valueThat(String(planFormat), (value) => value === planFormat),
    fingerprint: valueThat(
      'a sha256 in hexadecimal',
      (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
    ),
    domains: listOf(exactObjectOf({ name: text, version: text })),
    brand: exactObjectOf({ vendor: text, client: text }, { efiVendor: text }),
    settings: mapOf(settingValue),
    restrictions,
    hostname: text,
    root: text,
    executes: flag,
    conditions: mapOf(exactObjectOf({ holds: flag, reason: text }, { unknown: isTrue })),
    specs: listOf(plannedSpec),
  },
  { variant: text },
);

/**
 * Reads a plan from data, such as `JSON.parse` gives. `collect` and `describePlan` do this themselves; a program calls it to know
 * the plan's domains and variant before it loads the catalog.
 *
 * @throws UsageError `INVALID_PLAN` that says where the data is not a plan; `PLAN_MISMATCH` for a plan of another format.
 */
export function readPlan(data: unknown): Plan {
  if (isObject(data) && Number.isInteger(data.format) && data.format !== planFormat)
    throw new UsageError(
      'PLAN_MISMATCH',
      `the plan has format ${data.format}, and this version reads format ${planFormat}; make the plan again with this version`,
      { subject: 'plan', value: data.format },
    );
  const problem = planShape(data, 'the plan');
  if (problem !== undefined) throw invalidPlan(problem);
  const plan = data as unknown as Plan;
  try {
    checkBrand(plan.brand);
  } catch (error) {
    throw isHostspecError(error) ? invalidPlan(`the plan: ${error.message}`) : error;
  }
  return plan;
}

/** The error for data that is not a plan, or a plan that was changed. */
export function invalidPlan(message: string, value?: unknown): UsageError {
  return new UsageError('INVALID_PLAN', message, { subject: 'plan', value });
}
