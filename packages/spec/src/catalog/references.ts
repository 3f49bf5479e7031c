import { CatalogError } from '../text/errors.js';
import { didYouMean } from '../text/nearest.js';
import { conditionNames } from './condition.js';
import { providerNames, specsWithin } from './nested.js';
import { placeholderProblems } from './placeholders.js';
import type { ProviderDefinition } from './provider.js';
import type { Setting } from './setting.js';
import type { Spec } from './types.js';

/** The parts of a catalog that specs refer to, by name. */
export interface ReferredParts {
  readonly providers: Readonly<Record<string, ProviderDefinition>>;
  readonly conditions: Readonly<Record<string, unknown>>;
  readonly settings: Readonly<Record<string, Setting>>;
}

/** Every problem of a valid spec with the parts that it refers to; each is an error that `compose` would throw. */
export function* referenceProblems(
  name: string,
  spec: Spec,
  { providers, conditions, settings }: ReferredParts,
): Generator<CatalogError, void> {
  yield* placeholderProblems(name, spec, providers);
  const within = specsWithin(spec);
  const unknown = (
    code: 'UNKNOWN_PROVIDER' | 'UNKNOWN_CONDITION' | 'UNKNOWN_SETTING',
    value: string,
    need: string,
    known: object,
  ): CatalogError =>
    new CatalogError(code, `spec ${name} needs ${need}; ${didYouMean(value, Object.keys(known))}`, {
      subject: name,
      value,
    });
  for (const provider of providerNames(spec))
    if (!Object.hasOwn(providers, provider))
      yield unknown(
        'UNKNOWN_PROVIDER',
        provider,
        `provider ${provider}, which no composed slice has`,
        providers,
      );
  for (const condition of within.flatMap(({ when }) => (when ? conditionNames(when) : [])))
    if (!Object.hasOwn(conditions, condition))
      yield unknown(
        'UNKNOWN_CONDITION',
        condition,
        `condition ${condition}, which no composed slice has`,
        conditions,
      );
  for (const { endpoint } of within)
    if (endpoint && typeof settings[endpoint.setting]?.default !== 'string')
      yield unknown(
        'UNKNOWN_SETTING',
        endpoint.setting,
        `setting ${endpoint.setting} for its endpoint, but no composed slice has such a setting that is a string`,
        settings,
      );
}
