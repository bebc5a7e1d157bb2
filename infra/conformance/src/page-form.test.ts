import { describe, expect, test } from '@jest/globals';
import { readForm, titleOf } from './page-form.ts';

const PAGE = `<title>Connect A &amp; B</title>
<form action="/search"><input name="q" /></form>
<form method="post" action="/interaction/1?a=b&amp;c=d">
  <input type="hidden" name="csrf" value="t&quot;1" />
  <input
    type="email"
    name="email"
    value=""
    required
  />
  <input type="radio" name="tenant_id" value="first" />
  <input type="radio" name="tenant_id" value="second" checked />
  <input type="checkbox" name="more" value="yes" />
  <button type="submit" name="action" value="approve">Allow</button>
  <button type="submit" name="action" value="deny">Deny</button>
</form>`;

describe('readForm', () => {
  test('returns the action of the first POST form and the fields that a browser would send', () => {
    expect(readForm(PAGE)).toEqual({
      action: '/interaction/1?a=b&c=d',
      fields: { csrf: 't"1', email: '', tenant_id: 'second', action: 'approve' },
    });
  });

  test('returns null for a page without a POST form', () => {
    expect(readForm('<form action="/search"><input name="q" /></form>')).toBeNull();
  });
});

describe('titleOf', () => {
  test('returns the title of a page with decoded entities', () => {
    expect(titleOf(PAGE)).toBe('Connect A & B');
  });
});
