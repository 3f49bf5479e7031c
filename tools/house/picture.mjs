import { importedBy } from './sources.mjs';

/** The arrows of the picture in a text, `from -> to`, sorted: of its mermaid lines `a & b --> c & d`. @throws Error if there is no picture. */
export const drawnArrows = (text) => {
  const [, picture] = /^```mermaid\n([\s\S]*?)^```$/m.exec(text) ?? [];
  if (picture === undefined) throw new Error('there is no mermaid picture');
  const arrows = [...picture.matchAll(/^ *(.+?) --> (.+)$/gm)].flatMap(([, from, to]) =>
    from.split(' & ').flatMap((one) => to.split(' & ').map((other) => `${one} -> ${other}`)),
  );
  return arrows.sort();
};

/** The imports between the packages of a workspace, tests left out, as arrows; all domains are one room, `domains`. */
export const realArrows = (packages) => {
  const rooms = new Map(
    packages.map(({ manifest, folder, isDomain }) => [manifest.name, isDomain ? 'domains' : folder]),
  );
  const arrows = packages.flatMap((each) =>
    [...importedBy(each)]
      .filter((name) => rooms.has(name))
      .map((name) => `${rooms.get(each.manifest.name)} -> ${rooms.get(name)}`),
  );
  return [...new Set(arrows)].sort();
};

/** The rooms from which arrows lead into a circle, those of the circle among them. */
export const circlesOf = (arrows) => {
  let left = arrows.map((arrow) => arrow.split(' -> '));
  for (let before; before !== left.length; ) {
    before = left.length;
    const starts = new Set(left.map(([from]) => from));
    left = left.filter(([, to]) => starts.has(to));
  }
  return [...new Set(left.map(([from]) => from))];
};
