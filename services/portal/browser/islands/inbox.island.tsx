/** Decisions by keyboard, and dialogs that confirm them. The page works without it. */
import { confirmDialogs } from '../inbox/confirm-dialogs.ts';
import { shortcuts } from '../inbox/shortcuts.ts';

confirmDialogs(document);
shortcuts(document);
