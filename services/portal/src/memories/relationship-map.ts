import { Html, html } from '@loci/pages';
import { excerpt } from '../pages/excerpt.ts';
import type { RelatedMemory } from './load-memory.ts';

const WIDTH = 720;
const HEIGHT = 400;
const MAX_NODES = 10;

/** Draws the strongest relationships as SVG. The list below the map contains the same information as text. */
export function relationshipMap(related: readonly RelatedMemory[]): Html {
  const shown = related.slice(0, MAX_NODES);
  const center = { x: WIDTH / 2, y: HEIGHT / 2 };
  const nodes = shown.map((one, index) => {
    // Places the nodes clockwise from the left on an ellipse, which leaves space for their labels.
    const angle = Math.PI + (index / shown.length) * 2 * Math.PI;
    return { one, x: center.x + Math.cos(angle) * 190, y: center.y + Math.sin(angle) * 150 };
  });
  const round = (value: number): Html => new Html(value.toFixed(1));
  return html`<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="map-title">
    <title id="map-title">This memory and ${shown.length} related memories</title>
    ${nodes.map(
      ({ one, x, y }) =>
        html`<line
          x1="${round(center.x)}"
          y1="${round(center.y)}"
          x2="${round(x)}"
          y2="${round(y)}"
          stroke-opacity="${round(0.3 + one.strength * 0.7)}"
        />`,
    )}
    <g class="self"><circle cx="${round(center.x)}" cy="${round(center.y)}" r="15" /></g>
    ${nodes.map(({ one, x, y }) => {
      const right = x >= center.x;
      const anchor = new Html(right ? 'start' : 'end');
      const textX = x + (right ? 16 : -16);
      return html`<a href="/memories/${one.memory.id}"
        ><circle cx="${round(x)}" cy="${round(y)}" r="9" /><text
          x="${round(textX)}"
          y="${round(y)}"
          text-anchor="${anchor}"
          >${excerpt(one.memory.content.replaceAll(/\s+/g, ' '), 20)}</text
        ><text class="kind" x="${round(textX)}" y="${round(y + 15)}" text-anchor="${anchor}"
          >${typeLabel(one)}</text
        ></a
      >`;
    })}
  </svg>`;
}

const ARROWS = { out: '→', in: '←', both: '↔' };

const typeLabel = ({ type, direction }: RelatedMemory): string =>
  `${ARROWS[direction]} ${type.replaceAll('_', ' ')}`;
