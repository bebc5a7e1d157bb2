import { engines } from './engines.ts';
import { firstStart } from './first-start.ts';
import { graph } from './graph.ts';
import { graphEngine } from './graph-engine.ts';
import { mcpSearch } from './mcp-search.ts';
import { restart } from './restart.ts';
import type { Scenario } from './scenario.ts';
import { searchable } from './searchable.ts';
import { searchSizes } from './search-sizes.ts';
import { searchTenants } from './search-tenants.ts';
import { stores } from './stores.ts';
import { sustained } from './sustained.ts';

/** In the order in which they run: the large tenant is grown last, as it would weigh on all others. */
export const scenarios: readonly Scenario[] = [
  firstStart,
  stores,
  sustained,
  searchable,
  searchTenants,
  mcpSearch,
  ...searchSizes,
  restart,
  graph,
  engines,
  graphEngine,
];

/**
 * The scenarios of these names, in running order; all without names.
 * @throws Error that lists the names there are when one is unknown
 */
export function chooseScenarios(names: readonly string[] | undefined): readonly Scenario[] {
  if (names === undefined) return scenarios;
  const unknown = names.filter((name) => scenarios.every((scenario) => scenario.name !== name));
  if (unknown.length > 0) {
    const known = scenarios.map((scenario) => scenario.name).join(', ');
    throw new Error(`There is no scenario ${unknown.join(', ')}. There are: ${known}.`);
  }
  return scenarios.filter((scenario) => names.includes(scenario.name));
}
