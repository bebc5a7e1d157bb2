import { expect, test } from '@jest/globals';
import { contentTypeOf } from './content-type.ts';

test.each([
  ['plan.md', 'text/markdown'],
  ['plan.txt', 'text/plain'],
  ['plan.json', 'application/json'],
  ['plan.html', 'text/html'],
  ['plan.css', 'text/css'],
  ['plan.js', 'application/javascript'],
  ['plan.py', 'text/x-python'],
  ['plan.svg', 'image/svg+xml'],
  ['plan.xml', 'application/xml'],
  ['plan.yaml', 'application/x-yaml'],
  ['plan.yml', 'application/x-yaml'],
  ['plan.csv', 'text/csv'],
  ['plan.MD', 'text/markdown'],
  ['plan.tar.gz', 'application/octet-stream'],
  ['plan.json.bak', 'application/octet-stream'],
  ['plan.htm', 'application/octet-stream'],
  ['plan.', 'application/octet-stream'],
  ['md', 'application/octet-stream'],
  ['plan.constructor', 'application/octet-stream'],
])('the content type of %s is %s', (name, contentType) => {
  expect(contentTypeOf(name)).toBe(contentType);
});
