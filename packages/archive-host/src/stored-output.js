import { joinWords, mangleCommand } from '@hostspec/spec';
/** Makes an index of stored outputs; the first one for each command counts. */
export function storedOutputs() {
  const exact = new Map();
  const named = new Map();
  const programs = new Map();
  const note = (program, { problem, rc }) => {
    if (problem === undefined || rc !== undefined) programs.set(program, true);
    else if (problem === 'absent' && !programs.has(program)) programs.set(program, false);
  };
  return {
    add(argv, output) {
      const key = keyOf(argv);
      if (!exact.has(key)) exact.set(key, output);
      note(mangleCommand(argv[0] ?? ''), output);
    },
    addNamed(name, output) {
      if (!named.has(name)) named.set(name, output);
      note(name.split('_')[0] ?? '', output);
    },
    find: (argv) => exact.get(keyOf(argv)) ?? named.get(nameOf(argv)),
    hadProgram: (program) => programs.get(mangleCommand(program)),
  };
}
/** A program in a usual directory counts by its name alone, and the way words got into a container does not count. */
function keyOf(argv) {
  const inside = insideOf(argv);
  const [program = '', ...words] = inside?.words ?? argv;
  return JSON.stringify([inside?.id ?? '', program.replace(/^\/(usr\/)?s?bin\//, ''), ...words]);
}
function nameOf(argv) {
  const inside = insideOf(argv);
  return inside
    ? containedName(inside.id, mangleCommand(joinWords(inside.words)))
    : mangleCommand(joinWords(argv));
}
/** The name of an output from inside a container. */
export function containedName(id, name) {
  return `${id}/${name}`;
}
/** The container that a command runs in, and its words there; undefined for a command of the host. */
function insideOf(argv) {
  const [program = '', action, ...rest] = argv;
  if (action !== 'exec' || !/(^|\/)(podman|docker)$/.test(program)) return undefined;
  while (rest[0] === '-e') rest.splice(0, 2);
  const [id, ...words] = rest;
  return id === undefined || words.length === 0 ? undefined : { id, words };
}
