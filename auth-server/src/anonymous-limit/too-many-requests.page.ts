import { html } from '@loci/pages';
import type { Page } from '@loci/pages';

export const tooManyRequestsPage = (retryAfterSeconds: number): Page => ({
  title: 'Too many requests',
  body: html`<div class="panel">
    <h1>Too many requests</h1>
    <p>Your network has sent too many requests. Try again in ${retryAfterSeconds} s.</p>
  </div>`,
});
