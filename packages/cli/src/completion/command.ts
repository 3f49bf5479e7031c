import { command } from '../command.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import { usageError } from '../usage-error.js';

/** What each shell reads to complete the command: it asks `hostspec complete` for the candidates of a line. */
const stubs: Readonly<Record<string, string>> = {
  bash: `# Completion of hostspec in bash, made by: hostspec completion bash
_hostspec() {
  local line cur=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  [[ $cur == = ]] && cur=
  while IFS= read -r line; do
    case $line in
      :files | :directories)
        compopt -o filenames 2> /dev/null
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -\${line:1:1} -- "$cur") ;;
      :list) compopt -o nospace 2> /dev/null ;;
      *) line=\${line%%$'\\t'*}; COMPREPLY+=("\${line// /\\\\ }") ;;
    esac
  done < <(hostspec complete -- "\${COMP_WORDS[@]:0:COMP_CWORD+1}" 2> /dev/null)
}
complete -F _hostspec hostspec
`,
  zsh: `#compdef hostspec
# Completion of hostspec in zsh, made by: hostspec completion zsh
_hostspec() {
  local line
  local -a found suffix
  for line in \${(f)"$(hostspec complete -- "\${(@Q)words[1,CURRENT-1]}" "$PREFIX" 2> /dev/null)"}; do
    case $line in
      :files) compset -P '--*='; _files ;;
      :directories) compset -P '--*='; _files -/ ;;
      :list) suffix=(-S '') ;;
      *) found+=("\${line/$'\\t'/:}") ;;
    esac
  done
  (( $#found )) && _describe -t values value found $suffix
}
if [[ \${funcstack[1]} == _hostspec ]]; then _hostspec "$@"; else compdef _hostspec hostspec; fi
`,
  fish: `# Completion of hostspec in fish, made by: hostspec completion fish
function __hostspec_complete
    set -l word (commandline -ct)
    set -l option (string match -r -- '^--[\\w-]+=' "$word")
    set -l path (string replace -r -- '^--[\\w-]+=' '' "$word")
    for line in (hostspec complete -- (commandline -opc) "$word" 2> /dev/null)
        switch $line
            case :files
                string join \\n -- "$option"(__fish_complete_path "$path")
            case :directories
                string join \\n -- "$option"(__fish_complete_directories "$path")
            case :list
            case '*'
                echo $line
        end
    end
end
complete -c hostspec -f -a '(__hostspec_complete)'
`,
};

function printStub(shell: string, io: Io): number {
  const shells = Object.keys(stubs);
  if (!shells.includes(shell)) {
    const allowed = `allowed: ${shells.join(', ')}`;
    throw usageError(`there is no completion for ${JSON.stringify(shell)}; ${allowed}`, 'completion', shell);
  }
  io.out.write(stubs[shell] ?? '');
  return exitStatus.done;
}

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
  run: async (_values, [shell = ''], io) => printStub(shell, io),
});
