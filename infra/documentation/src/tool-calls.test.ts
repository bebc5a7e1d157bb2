import { describe, expect, test } from '@jest/globals';
import { recordToolCalls } from './tool-calls.ts';

describe('recordToolCalls', () => {
  test('returns the arguments as the shell passes them, and the file that a script of npm runs', () => {
    const commands = `npm run bench -- speed --only a,b \\
  --rounds 3                        # a comment
npm run bench:scale -- --sizes '1 2'
LEVEL="a=b" .runtime/node infra/bench/src/main.ts "$NAME" <data.json>
npm start && npx -y loci
`;
    const calls = recordToolCalls(commands, { NAME: 'x' });
    expect(calls.map(({ tool, args }) => [tool, ...args])).toEqual([
      ['infra/bench/src/main.ts', 'speed', '--only', 'a,b', '--rounds', '3'],
      ['infra/bench/src/main.ts', 'scale', '--sizes', '1 2'],
      ['infra/bench/src/main.ts', 'x', 'data.json'],
      ['services/standalone/src/main.ts'],
      ['npx', '-y', 'loci'],
    ]);
    expect(calls.map(({ environment }) => environment)[2]).toEqual({ NAME: 'x', LEVEL: 'a=b' });
  });

  test.each([
    ['npm run benchmark', 'package.json has no script benchmark.'],
    ['npm run bench speed', 'npm does not pass speed to bench. Write -- before the options.'],
    ['.runtime/node infra/bench/main.ts', 'infra/bench/main.ts does not exist.'],
    ['no-such-program', 'not found'],
    ['npm start --fast "$UNSET"', 'UNSET'],
  ])('rejects the command %s', (command, message) => {
    expect(() => recordToolCalls(command)).toThrow(message);
  });
});
