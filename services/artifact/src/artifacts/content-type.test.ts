import { expect, test } from '@jest/globals';
import { contentTypeOf, sniffContentType } from './content-type.ts';

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

test.each([
  ['89504e470d0a1a0a', 'image/png'],
  ['ffd8ffe000104a464946', 'image/jpeg'],
  ['47494638396101', 'image/gif'],
  ['524946460102030457454250', 'image/webp'],
  ['255044462d312e37', 'application/pdf'],
  ['89504e470d0a1a', 'application/octet-stream'],
  ['524946460102030457415645', 'application/octet-stream'],
  ['00', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('the content type of a file that starts with the bytes %s is %s', (bytes, contentType) => {
  expect(sniffContentType(Buffer.from(bytes, 'hex'))).toBe(contentType);
});
