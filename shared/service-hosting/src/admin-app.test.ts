import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { Secret } from '@loci/runtime';
import { createMetrics } from '@loci/runtime';
import { createAdminApp } from './admin-app.ts';

const app = createAdminApp(
  createMetrics('test'),
  { notReady: () => Promise.resolve([]) },
  () => Promise.resolve(),
  {
    adminToken: new Secret('a-token-of-the-operator'),
    run: { count: () => Promise.resolve({ items: 3 }) },
  },
);
const command = (name: string, token: string) =>
  request(app).post(`/commands/${name}`).set('authorization', `Bearer ${token}`);

describe("an operator's commands", () => {
  test('need the admin token', async () => {
    expect((await request(app).post('/commands/count')).status).toBe(401);
    expect((await command('count', 'another')).status).toBe(401);
  });

  test('are off without one', async () => {
    const closed = createAdminApp(
      createMetrics('test'),
      { notReady: () => Promise.resolve([]) },
      () => Promise.resolve(),
      { adminToken: undefined, run: { count: () => Promise.resolve({}) } },
    );
    const { status, body } = await request(closed).post('/commands/count').set('authorization', 'Bearer ');
    expect([status, body]).toEqual([404, { error: 'Commands are off: set ADMIN_TOKEN.' }]);
  });

  test('answer with what they did', async () => {
    const { status, body } = await command('count', 'a-token-of-the-operator');
    expect([status, body]).toEqual([200, { items: 3 }]);
  });

  test('one that does not exist names those that do', async () => {
    const { status, body } = await command('toString', 'a-token-of-the-operator');
    expect([status, body.commands]).toEqual([404, ['count']]);
  });
});
