import { h, render } from 'preact';
import type { FunctionComponent } from 'preact';

/**
 * Replaces the content of every element with the attribute `data-island="<name>"` by a component. The server renders
 * the initial content, which remains visible in browsers without JavaScript, and the props as JSON in `data-props`.
 */
export function mountIsland<Props extends object>(name: string, component: FunctionComponent<Props>): void {
  for (const element of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`)) {
    const props = JSON.parse(element.dataset['props'] ?? '{}') as Props;
    element.replaceChildren();
    render(h(component, props), element);
  }
}
