import { didYouMean, type Setting, settingProblem, UsageError } from '@hostspec/spec';

/** Checks values of settings by name. @throws UsageError `UNKNOWN_SETTING` or `INVALID_SETTING`. */
export function checkSettings(
  settings: Readonly<Record<string, Setting>>,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(values)) {
    const setting = Object.hasOwn(settings, name) ? settings[name] : undefined;
    if (!setting)
      throw new UsageError(
        'UNKNOWN_SETTING',
        `no setting is named ${JSON.stringify(name)}; ${didYouMean(name, Object.keys(settings), 'hostspec config')}`,
        { subject: name, value },
      );
    const found = settingProblem(setting, value);
    if (found)
      throw new UsageError(
        'INVALID_SETTING',
        `setting ${name} is ${JSON.stringify(found.value)}; ${found.problem}`,
        { subject: name, value: found.value, ...(found.index === undefined ? {} : { at: [found.index] }) },
      );
  }
}
