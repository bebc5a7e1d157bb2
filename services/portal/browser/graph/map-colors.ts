import type { MapColors } from './graph-model.ts';
import type { TextColors } from './draw-label.ts';

/** Reads the colors of the map from the stylesheet, which defines them for light and dark mode. */
export function readColors(element: Element): MapColors & TextColors {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  const ofTypes = new Map<string, string>();
  return {
    ofType(type) {
      const known = ofTypes.get(type) ?? (read(`--type-${type.replaceAll('_', '-')}`) || read('--soft'));
      ofTypes.set(type, known);
      return known;
    },
    edge: read('--map-edge'),
    conflict: read('--map-conflict'),
    ink: read('--ink'),
    surface: read('--surface'),
    line: read('--edge'),
  };
}

/** Calls `onChange` when the user switches between light and dark mode. Returns a function that ends this. */
export function watchColorScheme(onChange: () => void): () => void {
  const query = matchMedia('(prefers-color-scheme: dark)');
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
