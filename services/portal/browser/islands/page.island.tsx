/** Behavior of all pages. Each page works without it. */
import { copyButtons } from '../page/copy-buttons.ts';
import { localTimes } from '../page/local-times.ts';
import { searchShortcut } from '../page/search-shortcut.ts';

localTimes(document);
copyButtons(document);
searchShortcut(document);
// Tests with the keyboard wait for this attribute.
document.documentElement.dataset['ready'] = 'true';
