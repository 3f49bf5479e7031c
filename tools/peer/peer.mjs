import { parseArgs } from 'node:util';
import { pythonOf } from '../test/python.mjs';
import { checkBoth } from './both.mjs';
import { parse } from './parse.mjs';
import { checkText, compareText, problemsText } from './report.mjs';

const usage = `usage: peer COMMAND

  parse [--by-name] ARCHIVE  runs every parser over an archive and prints what each came to, as JSON
  check [--prepared]         collects this host with both, and prints the differences spec by spec and parser by parser

--prepared uses a prepared host with content for every entry of the catalog instead of this one.

Collections run with the network cut off. check exits with 1 if expected.json does not explain a difference.`;

const commands = {
  async parse([archive], options) {
    if (archive === undefined) throw new Error('parse: ARCHIVE is missing');
    console.log(JSON.stringify(await parse(pythonOf('peer'), archive, options), undefined, 2));
  },
  async check(_, options) {
    const { compared, readings, problems } = await checkBoth(pythonOf('peer'), options);
    console.log(`${compareText(compared[0])}\n${checkText(readings)}`);
    console.log(problemsText(problems));
    process.exitCode = problems.length > 0 ? 1 : 0;
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'by-name': { type: 'boolean', default: false },
    prepared: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [name, ...rest] = positionals;
if (values.help || !Object.hasOwn(commands, name ?? '')) {
  console.log(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  await commands[name](rest, {
    byName: values['by-name'],
    host: values.prepared ? 'prepared' : 'this',
  });
}
