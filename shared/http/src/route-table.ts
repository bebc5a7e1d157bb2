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
 * Returns a function that finds the route of a method and path. Literal segments take precedence over
 * parameters for all methods: if `/memories/bulk` exists, no method of this path finds `/memories/:id`. One
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

  /** Returns the node of the path with the most literal segments at the beginning, and its parameters. */
  function find(node: Node<R>, path: string[], at: number, values: string[]): [Node<R>, string[]] | null {
    if (at === path.length) return node.routes.size > 0 ? [node, values] : null;
    const literal = node.literals.get(path[at]!);
    return (
      (literal && find(literal, path, at + 1, values)) ??
      (node.parameter && find(node.parameter, path, at + 1, [...values, path[at]!]))
    );
  }

  return (method, path) => {
    const wanted = method.toLowerCase() === 'head' ? 'get' : method.toLowerCase();
    const found = find(root, segments(path), 0, []);
    if (!found) return { kind: 'unknown' };
    const [node, values] = found;
    const entry = node.routes.get(wanted);
    if (entry) {
      const params = Object.fromEntries(entry.names.map((name, i) => [name, values[i]!]));
      return { kind: 'found', route: entry.route, params };
    }
    return {
      kind: 'wrong-method',
      allowed: [...node.routes.keys()].map((name) => name.toUpperCase()).sort(),
    };
  };
}

function segments(path: string): string[] {
  const trimmed = path.replace(/^\//, '').replace(/\/$/, '');
  return trimmed === '' ? [] : trimmed.split('/');
}
