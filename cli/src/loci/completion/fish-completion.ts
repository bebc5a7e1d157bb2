import type { DescribedCommand, DescribedOption } from './describe-program.ts';

/** Returns a script for fish that completes commands, options and their values. */
export function fishCompletion(commands: readonly DescribedCommand[]): string {
  const lines = commands.flatMap((command) => {
    const condition = `__loci_at ${command.path.join(' ')}`.trim();
    const start = `complete -c loci -n ${quote(condition)}`;
    return [
      ...command.subcommands.map(({ name, summary }) => `${start} -a ${name} -d ${quote(summary)}`),
      ...(command.choices.length === 0 ? [] : [`${start} -a ${quote(command.choices.join(' '))}`]),
      ...(command.takesPath ? [`${start} -F`] : []),
      ...command.options.map((option) => `${start} ${describe(option)}`),
    ];
  });
  const values = [
    ...new Set(
      commands.flatMap(({ options }) => options.flatMap((option) => (option.takesValue ? option.flags : []))),
    ),
  ];
  const names = [...new Set(commands.flatMap(({ path }) => path))];
  return `# Completion of loci for fish. Load it with: loci completion fish | source
function __loci_at
    set -l path
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
        else if contains -- $word ${values.join(' ')}
            set skip 1
        else if contains -- $word ${names.join(' ')}
            set -a path $word
        end
    end
    test "$path" = "$argv"
end
complete -c loci -f
${lines.join('\n')}
`;
}

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function describe({ flags, description, takesValue, choices, isPath }: DescribedOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value = !takesValue ? [] : isPath ? ['-r', '-F'] : ['-x'];
  const known = choices.length === 0 ? [] : [`-a ${quote(choices.join(' '))}`];
  return [...names, ...value, ...known, `-d ${quote(description)}`].join(' ');
}
