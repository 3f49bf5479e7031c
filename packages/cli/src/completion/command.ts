import { command } from '../command.js';

export default command({
  usage: 'bash|zsh|fish',
  doc: 'Print a script that completes commands, options and their values in a shell: bash, zsh or fish.',
  options: {},
  operands: [1, 1],
  examples: [
    ['source <(hostspec completion bash)', 'in ~/.bashrc'],
    ['source <(hostspec completion zsh)', 'in ~/.zshrc, after compinit'],
    ['hostspec completion fish | source', 'in ~/.config/fish/config.fish'],
  ],
  run: async (_values, [shell = ''], io) => (await import('./stubs.js')).printStub(shell, io),
});
