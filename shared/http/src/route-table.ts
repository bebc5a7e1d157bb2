import type { Method } from './route.ts';

export interface RouteEntry {
  method: Method;
  path: string;
}

export type Match<R> =
  | { kind: 'found'; route: R; params: Record<string, string> }
  | { kind: 'wrong-method'; allowed: string[] }
  | { kind: 'unknown' };

interface Node<R> {
  literals: Map<string, Node<R>>;
  parameter: Node<R> | null;
  routes: Map<string, { route: R; names: string[] }>;
}

const newNode = <R>(): Node<R> => ({ literals: new Map(), parameter: null, routes: new Map() });

/**
 * Returns a function that finds the route of a method and path. Literal segments take precedence over parameters. One
 * trailing slash is ignored. Paths are case-sensitive. HEAD finds the route of GET.
 */
export function routeTable<R extends RouteEntry>(
  routes: readonly R[],
): (method: string, path: string) => Match<R> {
  const root = newNode<R>();
  for (const route of routes) {
    let node = root;
    const names: string[] = [];
    for (const segment of segments(route.path)) {
      if (segment.startsWith(':')) {
        names.push(segment.slice(1));
        node = node.parameter ??= newNode<R>();
      } else {
        let child = node.literals.get(segment);
        if (!child) node.literals.set(segment, (child = newNode<R>()));
        node = child;
      }
    }
    node.routes.set(route.method, { route, names });
  }

  function find(node: Node<R>, path: string[], at: number, values: string[]): [Node<R>, string[]][] {
    if (at === path.length) return node.routes.size > 0 ? [[node, values]] : [];
    const literal = node.literals.get(path[at]!);
    const found = literal ? find(literal, path, at + 1, values) : [];
    if (node.parameter) found.push(...find(node.parameter, path, at + 1, [...values, path[at]!]));
    return found;
  }

  return (method, path) => {
    const wanted = method.toLowerCase() === 'head' ? 'get' : method.toLowerCase();
    const nodes = find(root, segments(path), 0, []);
    if (nodes.length === 0) return { kind: 'unknown' };
    for (const [node, values] of nodes) {
      const entry = node.routes.get(wanted);
      if (!entry) continue;
      const params = Object.fromEntries(entry.names.map((name, i) => [name, values[i]!]));
      return { kind: 'found', route: entry.route, params };
    }
    const allowed = new Set(nodes.flatMap(([node]) => [...node.routes.keys()].map((m) => m.toUpperCase())));
    return { kind: 'wrong-method', allowed: [...allowed].sort() };
  };
}

function segments(path: string): string[] {
  const trimmed = path.replace(/^\//, '').replace(/\/$/, '');
  return trimmed === '' ? [] : trimmed.split('/');
}
