import { shapes } from '@hostspec/spec';
import { memberPath } from '../archive-index.js';
import { defaultLimits } from '../archive-limits.js';
import { formats } from '../formats.js';
import { outcomeShape, runStartShape } from '../manifest-shape.js';

type Shape = shapes.Shape;
const { count, flag, listOf, objectOf, oneOf, text, valueThat } = shapes;

/** A name of a file beside the work directory or in a tar. */
const fileName = valueThat(
  'a file name without slashes, at most 255 bytes',
  (value) => typeof value === 'string' && !/^\.{0,2}$|[/\0]/.test(value) && Buffer.byteLength(value) <= 255,
);

const itemPath = valueThat('a path below data/, as names joined by slashes', (value) => {
  if (typeof value !== 'string' || value === '') return false;
  const place = memberPath(value, defaultLimits.depth);
  return (
    'path' in place &&
    place.path === value &&
    value.split('/').every((name) => Buffer.byteLength(name) <= 255)
  );
});

const placedItem = objectOf({ path: itemPath });

/** The shape of a journal's first line. */
export const headShape: Shape = objectOf(
  { format: oneOf(formats), name: fileName, process: text },
  { inside: flag, top: fileName },
);

const placedOutcome = objectOf({ items: listOf(placedItem) });

/** The shape of any other line of a journal. */
export const entryShape: Shape = objectOf(
  {},
  {
    start: runStartShape,
    outcome: (value, at) => outcomeShape(value, at) ?? placedOutcome(value, at),
    stored: listOf(objectOf({ file: text, offset: count })),
  },
);
