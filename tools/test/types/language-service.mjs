import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { API } from 'typescript/unstable/sync';

/** The mark for the cursor in a program. */
const cursor = '‸';

/**
 * Asks TypeScript what an editor shows for programs in a folder with a `tsconfig.json`: `programs` holds their texts by
 * name, each with a cursor at the place of the completions.
 */
export const openEditor = (folder, programs) => {
  const file = (name) => join(folder, name);
  for (const [name, text] of Object.entries(programs)) writeFileSync(file(name), text.replace(cursor, ''));
  const api = new API({ cwd: folder });
  const snapshot = api.updateSnapshot({ openProjects: [file('tsconfig.json')] });
  const [{ program, checker }] = snapshot.getProjects();
  return {
    /** The names that are offered at the cursor, sorted. */
    completions(name) {
      const { entries = [] } =
        checker.getCompletionsAtPosition(file(name), programs[name].indexOf(cursor)) ?? {};
      return entries.map((entry) => entry.name.replace(/\?$/, '')).sort();
    },
    /** What is wrong with a program: `{ at, message }`, the text that is underlined and all lines of the message. */
    messages(name) {
      const text = programs[name].replace(cursor, '');
      return [
        ...program.getSyntacticDiagnostics(file(name)),
        ...program.getSemanticDiagnostics(file(name)),
      ].map((diagnostic) => ({
        at: text.slice(diagnostic.pos, diagnostic.end),
        message: linesOf(diagnostic).join('\n'),
      }));
    },
    close: () => api.close(),
  };
};

const linesOf = ({ text, messageChain = [] }) => [text, ...messageChain.flatMap(linesOf)];
