import { createInterface } from 'node:readline';
import type { Io, Terminal } from '../io.js';
import { completionsOf } from './complete-line.js';
import { mostHistory, openHistory } from './history.js';
import type { Shell } from './shell.js';

/** Asks for lines at a terminal, until the end of input or `exit`; returns the exit status of the last one. */
export async function interact(shell: Shell, { input, output }: Terminal, io: Io): Promise<number> {
  const history = await openHistory(io);
  const lines = createInterface({
    input,
    output,
    prompt: shell.prompt(),
    history: history.lines.toReversed(),
    historySize: mostHistory,
    removeHistoryDuplicates: true,
    completer: (line: string, done: (error: null, found: [string[], string]) => void) => {
      completionsOf(line, shell).then(
        (found) => done(null, found),
        () => done(null, [[], line]),
      );
    },
  });
  let status = 0;
  let isBusy = false;
  const ask = (): void => {
    isBusy = false;
    lines.setPrompt(shell.prompt());
    lines.prompt();
  };
  lines.on('SIGINT', () => {
    if (isBusy) {
      shell.interrupt();
      return;
    }
    io.out.write('^C\n');
    // The rest of the line is dropped, as a shell does.
    lines.write(null, { ctrl: true, name: 'e' });
    lines.write(null, { ctrl: true, name: 'u' });
    ask();
  });
  io.err.write('Type help to see what you can ask; press Ctrl-D or type exit to leave.\n');
  ask();
  for await (const line of lines) {
    isBusy = true;
    await history.add(line);
    status = await shell.evaluate(line);
    if (shell.isOver()) break;
    ask();
  }
  if (!shell.isOver()) io.out.write('\n');
  lines.close();
  await history.close();
  return status;
}
