import type { Command, Option } from 'commander';

/** Option of a command. */
export interface DescribedOption {
  /** Short and long flag. */
  flags: string[];
  description: string;
  takesValue: boolean;
  /** Values, if they are known. */
  choices: readonly string[];
  /** True if the value is a path. */
  isPath: boolean;
}

/** Command with everything that a shell can complete. */
export interface DescribedCommand {
  /** Names after `loci`, for example `['db', 'migrate']`. */
  path: string[];
  subcommands: { name: string; summary: string }[];
  /** Own options and options of the commands above. */
  options: DescribedOption[];
  /** True if an argument is a path. */
  takesPath: boolean;
  /** Values of the first argument, if they are known. */
  choices: readonly string[];
}

const isPath = (name: string): boolean => /file|folder|path/i.test(name);

/** Returns all commands of a program, the program first. */
export function describeProgram(
  command: Command,
  path: string[] = [],
  inherited: DescribedOption[] = [],
): DescribedCommand[] {
  const own = command.createHelp().visibleOptions(command).map(describeOption);
  const known = new Set(own.flatMap(({ flags }) => flags));
  const options = [...own, ...inherited.filter(({ flags }) => !flags.some((flag) => known.has(flag)))];
  const subcommands = command.createHelp().visibleCommands(command);
  const described = {
    path,
    subcommands: subcommands.map((sub) => ({
      name: sub.name(),
      summary: sub.summary() || sub.description(),
    })),
    options,
    takesPath: command.registeredArguments.some((argument) => isPath(argument.name())),
    choices: command.registeredArguments[0]?.argChoices ?? [],
  };
  return [
    described,
    ...command.commands.flatMap((sub) => describeProgram(sub, [...path, sub.name()], options)),
  ];
}

function describeOption({
  short,
  long,
  description,
  required,
  optional,
  argChoices,
  flags,
}: Option): DescribedOption {
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    description,
    takesValue: required || optional,
    choices: argChoices ?? [],
    isPath: isPath(/[<[](.*?)[>\]]/.exec(flags)?.[1] ?? ''),
  };
}
