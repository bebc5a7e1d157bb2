import type { DescribedCommand, DescribedOption } from './describe-program.ts';

/** Returns a script for bash that completes commands, options and their values. */
export function bashCompletion(commands: readonly DescribedCommand[]): string {
  return `# Completion of loci for bash. Load it with: eval "$(loci completion bash)"
_loci_completion() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  local path="" options="" words="" files="" i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    # The value of an option is not the name of a command.
    if ((i > 1)); then
      case "$path \${COMP_WORDS[i-1]}" in
${indent(valueOptions(commands), 8)}
      esac
    fi
    case "$path \${COMP_WORDS[i]}" in
      ${patterns(commands.flatMap(({ path }) => (path.length === 0 ? [] : [` ${path.join(' ')}`])))}) path="$path \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$path $prev" in
${indent(values(commands), 4)}
  esac
  case "$path" in
${indent(commands.map(candidates), 4)}
  esac
  if [[ "$cur" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif [[ -n "$files" ]]; then
    COMPREPLY=($(compgen -f -- "$cur"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  fi
}
complete -o filenames -F _loci_completion loci
`;
}

const indent = (lines: readonly string[], spaces: number): string =>
  lines.map((line) => ' '.repeat(spaces) + line).join('\n');

const patterns = (texts: readonly string[]): string => texts.map((text) => `"${text}"`).join('|');

const pathOf = ({ path }: DescribedCommand): string => path.map((name) => ` ${name}`).join('');

const patternsOf = (command: DescribedCommand, options: readonly DescribedOption[]): string =>
  patterns(options.flatMap(({ flags }) => flags.map((flag) => `${pathOf(command)} ${flag}`)));

function valueOptions(commands: readonly DescribedCommand[]): string[] {
  return commands.flatMap((command) => {
    const options = command.options.filter(({ takesValue }) => takesValue);
    return options.length === 0 ? [] : [`${patternsOf(command, options)}) continue ;;`];
  });
}

function values(commands: readonly DescribedCommand[]): string[] {
  return commands.flatMap((command) =>
    command.options
      .filter(({ takesValue }) => takesValue)
      .map((option) => `${patternsOf(command, [option])}) ${reply(option)}return ;;`),
  );
}

function reply({ choices, isPath }: DescribedOption): string {
  if (isPath) return 'COMPREPLY=($(compgen -f -- "$cur")); ';
  return choices.length === 0 ? '' : `COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$cur")); `;
}

function candidates(command: DescribedCommand): string {
  const options = command.options.flatMap(({ flags }) => flags).join(' ');
  const words = [...command.subcommands.map(({ name }) => name), ...command.choices].join(' ');
  return `"${pathOf(command)}") options="${options}"; words="${words}"; files="${command.takesPath ? 1 : ''}" ;;`;
}
