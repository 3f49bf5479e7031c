/** A size as `df -h` prints it: rounded up, with one decimal below 10 of a unit. */
export function humanCeiling(bytes: number, base: 1000 | 1024, fromKilo: boolean): string {
  const units = base === 1000 ? ['', 'k', 'M', 'G', 'T', 'P', 'E'] : ['', 'K', 'M', 'G', 'T', 'P', 'E'];
  let value = bytes;
  let unit = 0;
  const rounded = (): number => (value < 10 && unit > 0 ? Math.ceil(value * 10) / 10 : Math.ceil(value));
  while ((rounded() >= base || (fromKilo && unit === 0 && bytes > 0)) && unit < units.length - 1) {
    value /= base;
    unit++;
  }
  const shown = rounded();
  const isWhole = unit === 0 || shown >= 10 || (fromKilo && unit === 1 && Number.isInteger(value));
  return `${isWhole ? shown : shown.toFixed(1)}${units[unit]}`;
}

/** A size as `free -h` prints it: in at most five characters, with one decimal if it fits. */
export function humanShort(bytes: number): string {
  if (bytes < 1000) return `${bytes}B`;
  let value = bytes;
  for (const unit of ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']) {
    value /= 1024;
    const forms = [`${value.toFixed(1)}${unit}`, `${Math.trunc(value)}${unit}`];
    const short = forms.find((form) => form.length <= 5);
    if (short !== undefined) return short;
  }
  return String(bytes);
}
