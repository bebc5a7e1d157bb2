import { expect, test } from '@jest/globals';
import { edgeColumns, fromEdgeColumns, toEdgeColumns } from './edge-columns.ts';

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const edge = (n: number) => ({
  id: id(n),
  from_id: id(n + 1),
  to_id: id(n + 2),
  type: 'depends_on' as const,
  strength: n / 100,
});

test('the columns of edges contain all edges after they were sent as JSON', () => {
  const nodes = [
    { id: id(1), edges: [edge(10), edge(20)], total: 40 },
    { id: id(2), edges: [], total: 1 },
    { id: id(3), edges: [edge(30)], total: 1 },
  ];
  const received = edgeColumns.parse(JSON.parse(JSON.stringify(toEdgeColumns(nodes))));
  expect(fromEdgeColumns(received)).toEqual(nodes);
});
