import { afterEach, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { assertProperty } from './assert-property.ts';

const VARIABLES = ['PROPERTY_SEED', 'PROPERTY_PATH', 'PROPERTY_SOAK', 'PROPERTY_SOAK_END'];
const before = Object.fromEntries(VARIABLES.map((name) => [name, process.env[name]]));
const setEnvironment = (values: Readonly<Record<string, string | undefined>>): void => {
  for (const name of VARIABLES) {
    if (values[name] === undefined) delete process.env[name];
    else process.env[name] = values[name];
  }
};
afterEach(() => {
  jest.restoreAllMocks();
  setEnvironment(before);
});

/** Runs a property with captured output. */
async function check<Values>(
  property: fc.IRawProperty<Values>,
  options: Parameters<typeof assertProperty>[1],
  environment: Record<string, string> = {},
) {
  setEnvironment(environment);
  const printed: string[] = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
  const error = await assertProperty(property, options).then(
    () => null,
    (thrown: unknown) => thrown as Error,
  );
  return { error, printed };
}

const drawing = (drawn: number[]): fc.IRawProperty<[number]> =>
  fc.property(fc.nat(), (value) => {
    drawn.push(value);
  });

describe('assertProperty', () => {
  test('adds a quarter as many runs with a random seed to the runs with the fixed seed', async () => {
    const [first, second]: [number[], number[]] = [[], []];
    const { error, printed } = await check(drawing(first), { runs: 40 });
    await check(drawing(second), { runs: 40 });
    expect(error).toBeNull();
    expect([first.length, second.length]).toEqual([50, 50]);
    expect(second.slice(0, 40)).toEqual(first.slice(0, 40));
    expect(second.slice(40)).not.toEqual(first.slice(40));
    expect(printed).toEqual([
      expect.stringMatching(/^Property passed: seed \d+, 10 runs: assertProperty adds a quarter/),
    ]);
  });

  test('draws the same values for the same PROPERTY_SEED', async () => {
    const [first, second]: [number[], number[]] = [[], []];
    await check(drawing(first), { runs: 20 }, { PROPERTY_SEED: '4711' });
    const { printed } = await check(drawing(second), { runs: 20 }, { PROPERTY_SEED: '4711' });
    expect(first).toHaveLength(20);
    expect(second).toEqual(first);
    expect(printed).toEqual([expect.stringContaining('seed 4711, 20 runs')]);
  });

  test('reports the shrunk counterexample with seed, path and cause', async () => {
    const property = fc.property(fc.nat(), (value) => expect(value).toBeLessThan(1_000));
    const { error } = await check(property, { runs: 100 });
    expect(error!.message).toMatch(/seed: 1, path: "/);
    expect(error!.message).toContain('Counterexample: [1000]');
    const path = /PROPERTY_SEED=1 PROPERTY_PATH=([\d:]+)$/.exec(error!.message)![1]!;
    const again = await check(property, { runs: 100 }, { PROPERTY_SEED: '1', PROPERTY_PATH: path });
    expect(again.error!.message).toContain('Property failed after 1 tests');
    expect(again.error!.message).toContain('Counterexample: [1000]');
    expect(String(error!.cause)).toContain('toBeLessThan');
  });

  test('reports the counterexample within the time limit if shrinking takes longer', async () => {
    const property = fc.asyncProperty(fc.nat(), async (value) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (value > 3) throw new Error('too large');
    });
    const startedAt = Date.now();
    const { error } = await check(property, { runs: 1_000, timeLimitMs: 400 });
    expect(error!.message).toMatch(/Counterexample: \[\d+\]/);
    expect(Date.now() - startedAt).toBeLessThan(2_000);
  });

  test('reports the values of a run that never ends as the counterexample', async () => {
    const property = fc.asyncProperty(fc.nat(), () => new Promise<void>(() => undefined));
    const { error } = await check(property, { runs: 10, timeLimitMs: 200 });
    expect(error!.message).toMatch(/Counterexample: \[\d+\]/);
    expect(String(error!.cause)).toContain('Property timeout');
  });

  test('reports a counterexample even if the property does not fail again with this counterexample', async () => {
    let failures = 0;
    const property = fc.property(fc.nat(), () => {
      if (failures++ === 0) throw new Error('once');
    });
    const { error } = await check(property, { runs: 10 });
    expect(error!.message).toMatch(/^The counterexample did not fail again[^]*Counterexample: \[\d+\]/);
  });

  test('passes when the time limit ends the runs', async () => {
    const property = fc.asyncProperty(fc.nat(), () => new Promise<void>((resolve) => setTimeout(resolve, 5)));
    const { error, printed } = await check(property, { runs: 1_000_000, timeLimitMs: 200 });
    expect(error).toBeNull();
    expect(printed[0]).toMatch(/seed 1, \d+ of 1000000 runs \(time limit\)/);
  });

  test('waits for the end of the run that is active when the time limit ends', async () => {
    let running = 0;
    const property = fc.asyncProperty(fc.nat(), async () => {
      running++;
      await new Promise((resolve) => setTimeout(resolve, 70));
      running--;
    });
    await check(property, { runs: 100, timeLimitMs: 400 });
    expect(running).toBe(0);
  });

  test('runs a property with one random seed for a fraction of the time limit in a soak test', async () => {
    const drawn: number[] = [];
    const { printed } = await check(
      drawing(drawn),
      { runs: 1, timeLimitMs: 1_000 },
      { PROPERTY_SOAK: '0.1' },
    );
    expect(drawn.length).toBeGreaterThan(100);
    expect(printed).toEqual([expect.stringMatching(/seed \d+, \d+ runs: /)]);
  });

  test('runs a property once after the end of a soak test', async () => {
    const drawn: number[] = [];
    await check(drawing(drawn), { runs: 10 }, { PROPERTY_SOAK: '1', PROPERTY_SOAK_END: '1' });
    expect(drawn).toHaveLength(1);
  });
});
