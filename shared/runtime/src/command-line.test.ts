import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { helpOrNull } from './command-line.ts';

const command = {
  usage: 'npm start',
  description: 'Runs the platform.',
  schema: z.object({ PORT: z.coerce.number().default(8080).describe('Port of the API gateway.') }),
};

describe('helpOrNull', () => {
  test.each(['--help', '-h'])('returns usage, description and variables with defaults for %s', (argument) => {
    const help = helpOrNull([argument], command)!;
    expect(help).toMatch(/^Usage: npm start\n/);
    expect(help).toContain('Runs the platform.');
    expect(help).toContain('PORT (default 8080)\n      Port of the API gateway.');
  });

  test('returns null without arguments', () => {
    expect(helpOrNull([], command)).toBeNull();
  });

  test.each([['--prot=80'], ['start'], ['--help', '-x']])('rejects the arguments %p', (...args) => {
    expect(() => helpOrNull(args, command)).toThrow(
      expect.objectContaining({
        name: 'ConfigError',
        message: expect.stringContaining(`Unexpected argument: ${args.at(-1)}.`),
      }),
    );
  });
});
