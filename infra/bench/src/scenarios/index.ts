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

/** Scenarios in running order. The large tenant grows last, because it would slow down the others. */
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
 * Selects scenarios by name, in running order. Without names, selects all.
 *
 * @throws Error with the known names for an unknown one
 */
export function chooseScenarios(names: readonly string[] | undefined): readonly Scenario[] {
  if (names === undefined) return scenarios;
  const unknown = names.filter((name) => scenarios.every((scenario) => scenario.name !== name));
  if (unknown.length > 0) {
    const known = scenarios.map((scenario) => scenario.name).join(', ');
    throw new Error(`Unknown scenario ${unknown.join(', ')}. Known scenarios: ${known}.`);
  }
  return scenarios.filter((scenario) => names.includes(scenario.name));
}
