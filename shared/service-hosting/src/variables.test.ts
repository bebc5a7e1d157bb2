import { describe, expect, test } from '@jest/globals';
import { ConfigError, loadConfig } from '@loci/runtime';
import { z } from 'zod';
import {
  kafkaVariables,
  requireKafkaCredentialsTogether,
  requireS3CredentialsTogether,
  roleVariables,
  s3Variables,
} from './variables.ts';

describe('the roles of a process', () => {
  const load = (roles?: string) =>
    loadConfig(z.object(roleVariables('api', 'consumers')), roles === undefined ? {} : { ROLES: roles })
      .ROLES;

  test('are all that its service has unless some are chosen', () => {
    expect(load()).toEqual(new Set(['api', 'consumers']));
    expect(load('consumers')).toEqual(new Set(['consumers']));
    expect(load(' api , consumers')).toEqual(new Set(['api', 'consumers']));
  });

  test.each(['relay', 'api,', 'API', 'api consumers'])(
    'that its service does not have are refused: %s',
    (roles) => {
      expect(() => load(roles)).toThrow(ConfigError);
      expect(() => load(roles)).toThrow(/ROLES/);
    },
  );
});

describe('half a set-up is refused, and names what is missing', () => {
  const kafka = z.object(kafkaVariables).superRefine(requireKafkaCredentialsTogether);
  const s3 = z.object(s3Variables).superRefine(requireS3CredentialsTogether);
  const brokers = { KAFKA_BROKERS: 'a:9092, b:9092' };
  const bucket = { S3_BUCKET: 'loci' };

  test.each([
    ['KAFKA_PASSWORD', kafka, { ...brokers, KAFKA_USERNAME: 'loci' }],
    ['KAFKA_USERNAME', kafka, { ...brokers, KAFKA_PASSWORD: 'sesame' }],
    ['S3_SECRET_ACCESS_KEY', s3, { ...bucket, S3_ACCESS_KEY_ID: 'id' }],
    ['S3_ACCESS_KEY_ID', s3, { ...bucket, S3_SECRET_ACCESS_KEY: 'sesame' }],
  ])('without %s', (missing, schema, environment) => {
    expect(() => loadConfig(schema, environment)).toThrow(new RegExp(`  ${missing}: is required`));
    expect(() => loadConfig(schema, environment)).not.toThrow(/sesame/);
  });

  test('none and both are fine', () => {
    expect(loadConfig(kafka, brokers).KAFKA_BROKERS).toEqual(['a:9092', 'b:9092']);
    const { KAFKA_PASSWORD } = loadConfig(kafka, { ...brokers, KAFKA_USERNAME: 'u', KAFKA_PASSWORD: 'p' });
    expect(KAFKA_PASSWORD?.reveal()).toBe('p');
  });

  test('a broker without its port is no broker', () => {
    expect(() => loadConfig(kafka, { KAFKA_BROKERS: 'kafka' })).toThrow(/KAFKA_BROKERS: must be a list/);
  });
});
