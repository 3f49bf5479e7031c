import { defaultSpecs } from '../../../packages/default-specs/dist/index.js';
import { mangleCommand, splitWords } from '../../../packages/spec/dist/index.js';
import { timeInTurn } from './in-turn.mjs';

const lines = Object.values(defaultSpecs.specs).flatMap(({ command }) => (command ? [command] : []));
const times = 50;
const all = (act) => () => {
  for (let i = 0; i < times; i++) for (const line of lines) act(line);
};
await timeInTurn(
  {
    'split at blanks': all((line) => line.split(' ')),
    splitWords: all(splitWords),
    mangleCommand: all(mangleCommand),
  },
  {
    rounds: Number(process.argv[3]),
    unit: 'µs for a command line of the catalog',
    per: times * lines.length,
  },
);
