import { describe, expect, test } from '@jest/globals';
import { Html, html } from './html.ts';
import { renderPage } from './layout.ts';

describe('html', () => {
  test('escapes strings and inserts Html values as they are', () => {
    const evil = `<script>"'&`;
    expect(html`<p title="${evil}">${evil}${html`<b>${evil}</b>`}${new Html('<hr>')}</p>`.text).toBe(
      '<p title="&lt;script&gt;&quot;&#39;&amp;">&lt;script&gt;&quot;&#39;&amp;' +
        '<b>&lt;script&gt;&quot;&#39;&amp;</b><hr></p>',
    );
  });

  test('joins the elements of an array', () => {
    expect(html`${[1, 'a', html`<i>b</i>`]}`.text).toBe('1a<i>b</i>');
  });

  test('omits null, undefined and false', () => {
    expect(html`|${null}${undefined}${false}|${0}`.text).toBe('||0');
  });

  test('replaces control characters and bidirectional overrides with U+FFFD', () => {
    expect(html`${'a\u202egnp.exe\u0000'}`.text).toBe('a\ufffdgnp.exe\ufffd');
  });

  test('keeps emoji, joiners and line breaks', () => {
    expect(html`${'👩‍👧 می‌خواهم\nline'}`.text).toBe('👩‍👧 می‌خواهم\nline');
  });
});

describe('renderPage', () => {
  test('renders one title, one stylesheet and no script', () => {
    const page = renderPage({ title: 'A & B', body: html`<p>x</p>` });
    expect(page).toContain('<title>A &amp; B · Loci</title>');
    expect(page.match(/rel="stylesheet"/g)).toHaveLength(1);
    expect(page).not.toContain('<script');
  });
});
