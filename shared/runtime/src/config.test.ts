import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { loadConfig, port, secondarySecret, secret } from './config.ts';

const schema = z.object({
  PORT: port.default(8080),
  LIMIT: z.coerce.number().int().min(1).max(10).default(5),
  LEVEL: z.enum(['info', 'warn']).default('warn'),
  TOKEN: secret(16).optional(),
});

describe('loadConfig', () => {
  test.each([
    ['PORT', 'abc', 'PORT: must be a port number from 0 to 65535, not "abc"'],
    ['PORT', '70000', 'PORT: must be a port number from 0 to 65535, not "70000"'],
    ['PORT', '1.5', 'PORT: must be a port number from 0 to 65535, not "1.5"'],
    ['LIMIT', 'many', 'LIMIT: must be a whole number, not "many"'],
    ['LIMIT', '11', 'LIMIT: must be at most 10, not "11"'],
    ['LEVEL', 'loud', 'LEVEL: must be one of: info, warn'],
    ['TOKEN', 'short', 'TOKEN: must have at least 16 characters'],
  ])('rejects %s=%s with "%s"', (name, value, message) => {
    expect(() => loadConfig(schema, { [name]: value })).toThrow(
      expect.objectContaining({ name: 'ConfigError', message: expect.stringContaining(`  ${message}\n`) }),
    );
  });

  test('does not print the value of an invalid secret', () => {
    let message = '';
    try {
      loadConfig(schema, { TOKEN: 'hunter2' });
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain('TOKEN');
    expect(message).not.toContain('hunter2');
  });

  test('treats an empty variable as unset', () => {
    expect(loadConfig(schema, { PORT: '' }).PORT).toBe(8080);
  });
});

describe('a secret in a file', () => {
  const schemaWithFiles = z
    .object({
      TOKEN: secret(16).describe('Token.'),
      TOKEN_SECONDARY: secondarySecret('TOKEN', 16),
      LEVEL: z.enum(['info', 'warn']).default('warn'),
    })
    .superRefine(() => undefined)
    .transform((environment) => environment);
  const value = 'a-token-of-more-than-16-characters';
  let folder: string;
  const file = (content: string): string => {
    const path = join(folder, 'secret');
    writeFileSync(path, content);
    return path;
  };
  const messageOf = (environment: Record<string, string>): string => {
    try {
      loadConfig(schemaWithFiles, environment);
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error('The configuration is valid.');
  };
  const invalid = (...lines: string[]) =>
    `The configuration is invalid:\n${lines.map((line) => `  ${line}\n`).join('')}See docs/configuration.md.`;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'loci-secret-files-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(['', '\n', '\r\n'])('is read without the %j at the end of the file', (end) => {
    const { TOKEN } = loadConfig(schemaWithFiles, { TOKEN_FILE: file(`${value}${end}`) });
    expect(TOKEN.reveal()).toBe(value);
  });

  test('can be the secondary value', () => {
    const config = loadConfig(schemaWithFiles, { TOKEN: value, TOKEN_SECONDARY_FILE: file(`${value}-2`) });
    expect(config.TOKEN_SECONDARY?.reveal()).toBe(`${value}-2`);
  });

  test('is read if the variable of the value is empty', () => {
    const config = loadConfig(schemaWithFiles, { TOKEN: '', TOKEN_FILE: file(value) });
    expect(config.TOKEN.reveal()).toBe(value);
  });

  test('is ignored if the variable of the file is empty', () => {
    expect(loadConfig(schemaWithFiles, { TOKEN: value, TOKEN_FILE: '' }).TOKEN.reveal()).toBe(value);
  });

  test('cannot be set together with the variable of the value', () => {
    expect(messageOf({ TOKEN: value, TOKEN_FILE: file(value) })).toBe(
      invalid('TOKEN_FILE: cannot be set together with TOKEN'),
    );
  });

  test('requires that the file exists, and does not print the path', () => {
    expect(messageOf({ TOKEN_FILE: join(folder, 'missing') })).toBe(
      invalid('TOKEN_FILE: the file does not exist'),
    );
  });

  test('requires a file that can be read', () => {
    expect(messageOf({ TOKEN_FILE: folder })).toBe(invalid('TOKEN_FILE: the file cannot be read (EISDIR)'));
  });

  test.each(['', '\n'])('rejects a file with the content %j', (content) => {
    expect(messageOf({ TOKEN_FILE: file(content) })).toBe(invalid('TOKEN_FILE: the file is empty'));
  });

  test('has the minimum length of the secret, and is not printed', () => {
    expect(messageOf({ TOKEN_FILE: file('short') })).toBe(invalid('TOKEN: must have at least 16 characters'));
  });

  test('reports problems of files together with other problems', () => {
    expect(messageOf({ TOKEN_FILE: join(folder, 'missing'), LEVEL: 'loud' })).toBe(
      invalid('TOKEN_FILE: the file does not exist', 'LEVEL: must be one of: info, warn'),
    );
  });

  test('is not read for a variable that is not a secret', () => {
    expect(loadConfig(schemaWithFiles, { TOKEN: value, LEVEL_FILE: join(folder, 'missing') }).LEVEL).toBe(
      'warn',
    );
  });
});
