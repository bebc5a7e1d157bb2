import { Html, html } from '@loci/pages';
import { excerpt } from '../search/search.pages.ts';
import type { Related } from './load-memory.ts';

const WIDTH = 720;
const HEIGHT = 400;
const MAX_SHOWN = 10;

/** A picture of the nearest relationships; the list below it says the same in words. */
export function relationshipMap(related: readonly Related[]): Html {
  const shown = related.slice(0, MAX_SHOWN);
  const centre = { x: WIDTH / 2, y: HEIGHT / 2 };
  const places = shown.map((one, index) => {
    // From the left, clockwise; an ellipse, so that the words beside the dots have room.
    const angle = Math.PI + (index / shown.length) * 2 * Math.PI;
    return { one, x: centre.x + Math.cos(angle) * 190, y: centre.y + Math.sin(angle) * 150 };
  });
  const at = (value: number): Html => new Html(value.toFixed(1));
  return html`<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="map-title">
    <title id="map-title">This memory and ${shown.length} others that it is related to</title>
    ${places.map(
      ({ one, x, y }) =>
        html`<line
          x1="${at(centre.x)}"
          y1="${at(centre.y)}"
          x2="${at(x)}"
          y2="${at(y)}"
          stroke-opacity="${at(0.3 + one.strength * 0.7)}"
        />`,
    )}
    <g class="self"><circle cx="${at(centre.x)}" cy="${at(centre.y)}" r="15" /></g>
    ${places.map(({ one, x, y }) => {
      const right = x >= centre.x;
      const anchor = new Html(right ? 'start' : 'end');
      const textX = x + (right ? 16 : -16);
      return html`<a href="/memories/${one.memory.id}"
        ><circle cx="${at(x)}" cy="${at(y)}" r="9" /><text
          x="${at(textX)}"
          y="${at(y)}"
          text-anchor="${anchor}"
          >${excerpt(one.memory.content.replaceAll(/\s+/g, ' '), 20)}</text
        ><text class="kind" x="${at(textX)}" y="${at(y + 15)}" text-anchor="${anchor}"
          >${showType(one)}</text
        ></a
      >`;
    })}
  </svg>`;
}

const ARROWS = { out: '→', in: '←', both: '↔' };

export const showType = ({ type, direction }: Related): string =>
  `${ARROWS[direction]} ${type.replaceAll('_', ' ')}`;
