import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { loadConfig, port, secret } from './config.ts';

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
