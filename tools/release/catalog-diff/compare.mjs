const order = ['none', 'patch', 'minor', 'major'];

/** The greater of two bumps: none, patch, minor or major. */
export const greater = (a, b) => (order.indexOf(a) > order.indexOf(b) ? a : b);

/** Whether a bump is at least as great as another. */
export const reaches = (bump, wanted) => order.indexOf(bump) >= order.indexOf(wanted);

/**
 * Changes between the released data of a slice and its current data: `{ bump, changes }`, each change with the line
 * for the changelog and the bump it requires. Major: a name (spec, provider, condition, setting) is removed or
 * changes its form. Minor: a name is added. Patch: text or behaviour changes.
 */
export const compareSlices = (spec, before, after) => {
  const changes = [
    ...specChanges(spec, before.specs, after.specs, ''),
    ...variantChanges(spec, before, after),
    ...partChanges(spec, 'provider', before, after, ({ yields, width = 1 }) => `${yields} ${width}`),
    ...partChanges(spec, 'condition', before, after, () => ''),
    ...partChanges(spec, 'setting', before, after, (setting) => spec.settingKind(setting)),
    ...partChanges(spec, 'value', before, after, () => ''),
  ];
  return { bump: changes.reduce((bump, change) => greater(bump, change.bump), 'none'), changes };
};

const variantChanges = (spec, before, after) =>
  [...new Set([...Object.keys(before.variants), ...Object.keys(after.variants)])].flatMap((name) => {
    const changed = specChanges(
      spec,
      spec.specsOfData(before, name),
      spec.specsOfData(after, name),
      ` (variant ${name.toUpperCase()})`,
    );
    // A change that a variant shares with the slice is listed for the slice.
    const shared = new Set(specChanges(spec, before.specs, after.specs, '').map(({ line }) => line));
    return changed.filter(({ line }) => !shared.has(line.replace(/ \(variant \w+\)/, '')));
  });

const specChanges = (spec, before, after, where) => {
  const { added, removed, changed } = spec.diffByName(before, after);
  return [
    ...Object.entries(added).map(([name, each]) =>
      change('minor', '+', `${name}${where} = ${writtenAs(spec, each)}`),
    ),
    ...Object.keys(removed).map((name) => change('major', '-', `${name}${where}`)),
    ...Object.entries(changed).map(([name, { from, to }]) =>
      change('patch', '~', `${name}${where}: ${difference(spec, from, to)}`),
    ),
  ];
};

const writtenAs = ({ writtenForm }, each) => writtenForm('', each).replace(/^ = /, '');

const difference = (spec, from, to) => {
  const [old, now] = [writtenAs(spec, from), writtenAs(spec, to)];
  if (old !== now) return `${now}, was ${old}`;
  const { added, removed, changed } = spec.diffByName(from, to);
  return Object.keys({ ...added, ...removed, ...changed })
    .sort()
    .join(', ');
};

const partChanges = (spec, kind, before, after, formOf) => {
  const parts = (data) =>
    Object.assign({}, data[`${kind}s`], ...Object.values(data.variants).map((v) => v[`${kind}s`]));
  const { added, removed, changed } = spec.diffByName(parts(before), parts(after));
  return [
    ...Object.keys(added).map((name) => change('minor', '+', `${kind} ${name}`)),
    ...Object.keys(removed).map((name) => change('major', '-', `${kind} ${name}`)),
    ...Object.entries(changed).map(([name, { from, to }]) =>
      formOf(from) === formOf(to)
        ? change(
            'patch',
            '~',
            `${kind} ${name}: ${Object.keys(spec.diffByName(from, to).changed).join(', ')}`,
          )
        : change('major', '~', `${kind} ${name}: ${formOf(to)}, was ${formOf(from)}`),
    ),
  ];
};

const change = (bump, sign, text) => ({ bump, line: `${sign} ${text}` });
