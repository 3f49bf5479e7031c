/** Decides whether a text names a value: as it is, or as logs shorten it. */
export function namesIn(value: string): (text: string) => boolean {
  if (value === '') return () => false;
  const [last = ''] = value.split('/').reverse();
  const disk = last.replace(/^((?:sd|vd|xvd|hd)[a-z]+)\d+$|^((?:nvme\d+n|mmcblk)\d+)p\d+$/, '$1$2');
  const whole = [value, `/dev/${disk}`];
  // A part of a path is not the name of a program.
  const short = [last, last.replace(/\.service$/, ''), disk].filter((name) => name !== '');
  return (text) =>
    whole.some((name) => isIn(text, name, /[\w.@-]/)) || short.some((name) => isIn(text, name, /[\w.@/-]/));
}

/** True if a text contains a name as a whole word. A period may follow the name at the end of a sentence. */
function isIn(text: string, name: string, ofName: RegExp): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before = '', after = '', next = ' '] = [
      text[at - 1],
      text[at + name.length],
      text[at + name.length + 1],
    ];
    if (!ofName.test(before) && (!ofName.test(after) || (after === '.' && next === ' '))) return true;
  }
  return false;
}
