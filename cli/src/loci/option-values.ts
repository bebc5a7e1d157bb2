import { InvalidArgumentError } from 'commander';

/** Returns a parser of an option with a number. */
export const numberBetween =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (value.trim() === '' || Number.isNaN(number) || number < min || number > max)
      throw new InvalidArgumentError(`Must be a number from ${min} to ${max}.`);
    return number;
  };

/** Returns a parser of an option with an integer. */
export const integerBetween =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/u.test(value) || number < min || number > max)
      throw new InvalidArgumentError(`Must be an integer from ${min} to ${max}.`);
    return number;
  };

/** Parses the ID of a memory. The server checks its form. */
export function memoryId(value: string): string {
  if (value.trim() === '' || value === '.' || value === '..')
    throw new InvalidArgumentError('Must be the ID of a memory.');
  return value;
}

/** Parses a comma-separated option. Repeated options add values. */
export const commaSeparated = (value: string, previous: string[] = []): string[] => [
  ...previous,
  ...value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
];
