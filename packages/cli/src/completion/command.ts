import { command } from '../command.js';

export default command({
  usage: 'bash|zsh|fish|specs|domains',
  doc: 'Print a script that completes commands, options and their values in a shell: bash, zsh or fish. With specs or domains, print the names of the installed specs or domains, one in each line; the scripts ask for them.',
  options: {},
  operands: [1, 1],
  examples: [
    ['source <(hostspec completion bash)', 'in ~/.bashrc'],
    ['source <(hostspec completion zsh)', 'in ~/.zshrc, after compinit'],
    ['hostspec completion fish | source', 'in ~/.config/fish/config.fish'],
  ],
  run: async (_values, [what = ''], io, commands) =>
    (await import('./print-completion.js')).printCompletion(what, commands, io),
});
