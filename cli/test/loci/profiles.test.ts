import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { configFolder } from '../../src/loci/credentials/config-folder.ts';
import { ProfileStore } from '../../src/loci/credentials/profile-store.ts';
import { createTestMachine } from './run-command.ts';
import type { TestMachine } from './run-command.ts';

let machine: TestMachine;
beforeEach(() => {
  machine = createTestMachine();
});
afterEach(() => machine.remove());

describe('configFolder', () => {
  test.each([
    ['linux', '/home/ada', {}, '/home/ada/.config/loci'],
    ['linux', '/home/ada', { XDG_CONFIG_HOME: '/xdg' }, '/xdg/loci'],
    ['linux', '/home/ada', { XDG_CONFIG_HOME: 'relative' }, '/home/ada/.config/loci'],
    ['darwin', '/Users/ada', {}, '/Users/ada/Library/Application Support/loci'],
    ['win32', 'C:\\Users\\ada', { APPDATA: 'C:\\Roaming' }, 'C:\\Roaming\\loci'],
    ['win32', 'C:\\Users\\ada', {}, 'C:\\Users\\ada\\AppData\\Roaming\\loci'],
    ['linux', '/home/ada', { LOCI_CONFIG_DIR: '/settings' }, '/settings'],
  ] as const)('on %s with home %s and %j is %s', (platform, home, env, expected) => {
    expect(configFolder({ platform, home, env })).toBe(expected);
  });
});

describe('ProfileStore', () => {
  const profile = { url: 'http://localhost:8080' };

  test('creates the folder with mode 0700 and the file with mode 0600', async () => {
    const store = new ProfileStore(join(machine.home, 'a', 'loci'));
    await store.update('default', () => profile);
    expect(statSync(store.folder).mode & 0o777).toBe(0o700);
    expect(statSync(store.path).mode & 0o777).toBe(0o600);
  });

  test('restricts the mode of a file that others can read', async () => {
    const store = new ProfileStore(machine.home);
    writeFileSync(store.path, '{"version":1,"profiles":{}}', { mode: 0o644 });
    await store.update('default', () => profile);
    expect(statSync(store.path).mode & 0o777).toBe(0o600);
  });

  test('keeps all concurrent changes', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
    await Promise.all(names.map((name) => new ProfileStore(machine.home).update(name, () => profile)));
    expect(await new ProfileStore(machine.home).names()).toEqual([...names].sort());
  });

  test('removes the lock of a process that crashed', async () => {
    const lock = join(machine.home, 'profiles.lock');
    mkdirSync(machine.home, { recursive: true });
    writeFileSync(lock, '');
    utimesSync(lock, new Date(0), new Date(0));
    const store = new ProfileStore(machine.home);
    await store.update('default', () => profile);
    expect(await store.get('default')).toEqual(profile);
  });

  test('rejects a damaged file with exit code 2 and does not overwrite it', async () => {
    const config = join(machine.home, 'config');
    mkdirSync(config);
    writeFileSync(join(config, 'profiles.json'), '{');
    const { exitCode, stderr } = await machine.run(['list']);
    expect(exitCode).toBe(2);
    expect(stderr).toBe(
      `error: ${join(config, 'profiles.json')} is damaged. Delete the file, and run \`loci login\` again.\n`,
    );
    expect(readFileSync(join(config, 'profiles.json'), 'utf8')).toBe('{');
  });
});
