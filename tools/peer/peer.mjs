import { parseArgs } from 'node:util';
import { checkBoth, compareBoth } from './both.mjs';
import { collectTheirs } from './collect.mjs';
import { parse } from './parse.mjs';
import { peerPython } from './python.mjs';
import { checkText, compareText, problemsText } from './report.mjs';

const usage = `usage: peer COMMAND

  collect DIR                collects this host with insights-core, into a new folder in DIR
  parse [--by-name] ARCHIVE  runs every parser over an archive and prints what each came to, as JSON
  compare [--prepared]       collects this host with both, prints the differences spec by spec
  check [--prepared]         the same, and what every parser makes of both

--prepared uses a prepared host with content for every entry of the catalog instead of this one.

Collections run with the network cut off. compare and check exit with 1 if expected.json does not explain a difference.`;

const commands = {
  async collect([folder]) {
    console.log(await collectTheirs(peerPython(), folder ?? '.'));
  },
  async parse([archive], options) {
    if (archive === undefined) throw new Error('parse: ARCHIVE is missing');
    console.log(JSON.stringify(await parse(peerPython(), archive, options), undefined, 2));
  },
  async compare(_, options) {
    const { compared, problems } = await compareBoth(peerPython(), options);
    conclude(compareText(compared[0]), problems);
  },
  async check(_, options) {
    const { compared, readings, problems } = await checkBoth(peerPython(), options);
    conclude(`${compareText(compared[0])}\n${checkText(readings)}`, problems);
  },
};

const conclude = (text, problems) => {
  console.log(text);
  console.log(problemsText(problems));
  process.exitCode = problems.length > 0 ? 1 : 0;
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
