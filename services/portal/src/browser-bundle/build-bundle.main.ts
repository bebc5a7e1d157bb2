/** Builds the bundle of the pages into `dist/browser`. The build of the image runs this program. */
import { loadBrowserBundle } from './load-bundle.ts';

await loadBrowserBundle();
