import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SecretFilterSetting } from '@loci/contracts';
import { AppError, unavailable } from '@loci/core';
import { testCaller } from '@loci/testing';
import { createSecretFilters } from './secret-filters.ts';
import type { SecretFilters } from './secret-filters.ts';

describe('createSecretFilters', () => {
  let nowMs: number;
  let reads: string[];
  let stored: SecretFilterSetting;
  let failure: AppError | null;
  let filters: SecretFilters;
  const ada = testCaller();
  const actionOf = async (caller = ada) => (await filters.apply(caller)).secretFilter;

  beforeEach(() => {
    nowMs = 0;
    reads = [];
    stored = 'redact';
    failure = null;
    const getSecretFilter = async (tenantId: string): Promise<SecretFilterSetting> => {
      reads.push(tenantId);
      const result = stored;
      await Promise.resolve();
      if (failure) throw failure;
      return result;
    };
    filters = createSecretFilters({ getSecretFilter }, () => nowMs);
  });

  test('returns the caller unchanged if the filter is off', async () => {
    stored = 'off';
    expect(await filters.apply(ada)).toBe(ada);
  });

  test('reads the setting of a tenant at most once per second', async () => {
    expect(await actionOf()).toBe('redact');
    stored = 'reject';
    nowMs = 999;
    expect(await actionOf()).toBe('redact');
    nowMs = 1_000;
    expect(await actionOf()).toBe('reject');
    expect(reads).toHaveLength(2);
  });

  test('reads the setting for each write during a change, and after it', async () => {
    await actionOf();
    const end = filters.startChange(ada.tenantId);
    stored = 'reject';
    expect(await actionOf()).toBe('reject');
    end();
    stored = 'off';
    expect(await actionOf()).toBeUndefined();
  });

  test('does not keep a setting whose read a change interrupted', async () => {
    const end = filters.startChange(ada.tenantId);
    const reading = actionOf();
    stored = 'reject';
    end();
    expect(await reading).toBe('redact');
    expect(await actionOf()).toBe('reject');
  });

  test('keeps the setting of other tenants during a change', async () => {
    await actionOf();
    filters.startChange(testCaller().tenantId);
    await actionOf();
    expect(reads).toHaveLength(1);
  });

  test('uses the last setting for ten minutes if the memory service does not respond', async () => {
    await actionOf();
    failure = unavailable('The memory service');
    nowMs = 599_999;
    expect(await actionOf()).toBe('redact');
    nowMs = 600_000;
    await expect(actionOf()).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
  });

  test('rejects a write if the setting is not known, because the write could contain a secret', async () => {
    failure = unavailable('The memory service');
    await expect(actionOf()).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
  });

  test('accepts writes if the memory service has an earlier version without the setting', async () => {
    failure = new AppError('RES_NOT_FOUND', 'No operation exists.');
    expect(await actionOf()).toBeUndefined();
  });

  test('keeps the settings of at most 10,000 tenants, and removes those that it read first', async () => {
    const callers = Array.from({ length: 10_001 }, () => testCaller());
    for (const caller of callers) await filters.apply(caller);
    reads = [];
    await filters.apply(callers[1]!);
    await filters.apply(callers[0]!);
    expect(reads).toEqual([callers[0]!.tenantId]);
  });
});
