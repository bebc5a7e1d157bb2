import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import type { AuthPage } from '../pages/auth-pages.ts';
import type { Locale } from '../texts/texts.ts';

const textPage = ({ title, body }: { title: string; body: Html }): AuthPage => ({
  title,
  layout: 'text',
  body: html`<div class="prose">
    <h1>${title}</h1>
    ${body}
  </div>`,
  legalLinks: true,
});

export const documentationPage = (
  { texts: { documentation } }: Locale,
  urls: { authUrl: string; baseUrl: string },
): AuthPage => textPage({ title: documentation.title, body: documentation.body(urls) });

export const policyPage = ({ texts }: Locale): AuthPage => textPage(texts.policy);

export const termsPage = ({ texts }: Locale): AuthPage => textPage(texts.terms);
