import type { NodePath } from './expansion.ts';
import type { NodeIndex } from './node-index.ts';
import type { Transition } from './top-transitions.ts';

/** The largest transfer of score to a node in one step. */
interface Transfer {
  source: number;
  transferred: number;
}

/** The largest transfers of one step by the node that received them. */
export type StepTransfers = ReadonlyMap<number, Transfer>;

/**
 * Finds the largest transfer to each node in one step of an expansion.
 *
 * @param frontier scores of the nodes that transfer in this step
 * @param transitionsOf returns the transitions of a node of the frontier
 */
export function largestTransfers(
  frontier: ReadonlyMap<number, number>,
  transitionsOf: (node: number) => readonly Transition[],
  scorePerWeight: (score: number, transitions: readonly Transition[]) => number,
): StepTransfers {
  const largest = new Map<number, Transfer>();
  for (const [source, score] of frontier) {
    const transitions = transitionsOf(source);
    const perWeight = scorePerWeight(score, transitions);
    for (const { target, weight } of transitions) {
      const transferred = perWeight * weight;
      if (transferred > (largest.get(target)?.transferred ?? 0)) largest.set(target, { source, transferred });
    }
  }
  return largest;
}

/**
 * Follows the largest transfers from a node back to a seed. Starts with the step that transferred the most to the node,
 * so that the path has as many steps as the walk had when it transferred this score.
 *
 * @param steps transfers of each step of the expansion
 */
export function tracePath(node: number, steps: readonly StepTransfers[], nodes: NodeIndex): NodePath | null {
  const transferredIn = (step: number): number => steps[step]!.get(node)?.transferred ?? 0;
  let last = -1;
  for (let step = 0; step < steps.length; step++)
    if (transferredIn(step) > (last === -1 ? 0 : transferredIn(last))) last = step;
  if (last === -1) return null;
  const path = [node];
  for (let step = last; step >= 0; step--) path.push(steps[step]!.get(path.at(-1)!)!.source);
  return { ids: path.reverse().map((each) => nodes.id(each)), transferred: transferredIn(last) };
}
