import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

/** A metric in a query with the labels that the query reads from it: matchers, and labels of aggregations and joins. */
export interface UsedMetric {
  name: string;
  labels: Set<string>;
}

const VECTOR_SELECTOR = 'VectorSelector';

/**
 * Parses a PromQL query.
 *
 * @returns the metrics of the query. A label of an aggregation or a join belongs to all metrics in its operand, except if
 *   `label_replace` creates it.
 * @throws Error if the query is not valid
 */
export function usedMetrics(query: string): UsedMetric[] {
  const metrics: UsedMetric[] = [];
  const text = (node: SyntaxNode): string => query.slice(node.from, node.to);

  const visit = (node: SyntaxNode, labels: ReadonlySet<string>): void => {
    if (node.type.isError) throw new Error(`Invalid PromQL at ${node.from}: ${query}`);
    let inherited = labels;
    if (node.name === VECTOR_SELECTOR) {
      const matchers = named(node, 'LabelName').map(text);
      metrics.push({ name: text(node.getChild('Identifier')!), labels: new Set([...labels, ...matchers]) });
    } else if (node.name === 'AggregateExpr' || node.name === 'BinaryExpr') {
      const modifiers = children(node).filter(({ name }) => /Modifier|MatchingModifierClause/.test(name));
      const own = modifiers.flatMap((each) => named(each, 'LabelName')).map(text);
      inherited = new Set([...labels, ...own]);
    } else if (node.name === 'FunctionCall' && text(node).startsWith('label_replace')) {
      const strings = children(node.getChild('FunctionCallBody')!).filter(
        ({ name }) => name === 'StringLiteral',
      );
      const [created, , source] = strings.map((each) => text(each).slice(1, -1));
      inherited = new Set([...labels].filter((label) => label !== created).concat(source!));
    }
    for (const child of children(node)) visit(child, inherited);
  };
  visit(parser.parse(query).topNode, new Set());
  return metrics;
}

function children(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) found.push(child);
  return found;
}

/** Returns all descendants with a name. */
const named = (node: SyntaxNode, name: string): SyntaxNode[] =>
  children(node).flatMap((child) => (child.name === name ? [child] : named(child, name)));
