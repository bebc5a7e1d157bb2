import { describe, expect, test } from '@jest/globals';
import { ConfigError, loadConfig } from '@loci/runtime';
import { z } from 'zod';
import { telemetryVariables } from './telemetry-variables.ts';
import {
  kafkaVariables,
  requireKafkaCredentialsTogether,
  requireS3CredentialsTogether,
  roleVariables,
  s3Variables,
} from './variables.ts';

describe('ROLES', () => {
  const load = (roles?: string) =>
    loadConfig(z.object(roleVariables('api', 'consumers')), roles === undefined ? {} : { ROLES: roles })
      .ROLES;

  test('defaults to all roles of the service', () => {
    expect(load()).toEqual(new Set(['api', 'consumers']));
  });

  test.each([
    ['consumers', ['consumers']],
    [' api , consumers', ['api', 'consumers']],
  ])('parses %j as %j', (roles, expected) => {
    expect(load(roles)).toEqual(new Set(expected));
  });

  test.each(['relay', 'api,', 'API', 'api consumers'])('rejects %j', (roles) => {
    expect(() => load(roles)).toThrow(ConfigError);
    expect(() => load(roles)).toThrow(/ROLES/);
  });
});

describe('OTEL_EXPORTER_OTLP_PROTOCOL', () => {
  test('rejects gRPC with the protocols that are supported', () => {
    expect(() => loadConfig(z.object(telemetryVariables), { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow(
      /OTEL_EXPORTER_OTLP_PROTOCOL: must be one of: http\/protobuf, http\/json/,
    );
  });
});

describe('Kafka and S3 credentials', () => {
  const kafka = z.object(kafkaVariables).superRefine(requireKafkaCredentialsTogether);
  const s3 = z.object(s3Variables).superRefine(requireS3CredentialsTogether);
  const brokers = { KAFKA_BROKERS: 'a:9092, b:9092' };
  const bucket = { S3_BUCKET: 'loci' };

  test.each([
    ['KAFKA_PASSWORD', kafka, { ...brokers, KAFKA_USERNAME: 'loci' }],
    ['KAFKA_USERNAME', kafka, { ...brokers, KAFKA_PASSWORD: 'sesame' }],
    ['S3_SECRET_ACCESS_KEY', s3, { ...bucket, S3_ACCESS_KEY_ID: 'id' }],
    ['S3_ACCESS_KEY_ID', s3, { ...bucket, S3_SECRET_ACCESS_KEY: 'sesame' }],
  ])('rejects credentials that lack %s, without printing a secret', (missing, schema, environment) => {
    expect(() => loadConfig(schema, environment)).toThrow(new RegExp(`  ${missing}: is required`));
    expect(() => loadConfig(schema, environment)).not.toThrow(/sesame/);
  });

  test('accepts a Kafka user with a password', () => {
    const { KAFKA_PASSWORD } = loadConfig(kafka, { ...brokers, KAFKA_USERNAME: 'u', KAFKA_PASSWORD: 'p' });
    expect(KAFKA_PASSWORD?.reveal()).toBe('p');
  });

  test('accepts Kafka brokers without credentials', () => {
    expect(loadConfig(kafka, brokers).KAFKA_PASSWORD).toBeUndefined();
  });
});

describe('KAFKA_BROKERS', () => {
  const load = (brokers: string) => loadConfig(z.object(kafkaVariables), { KAFKA_BROKERS: brokers });

  test('parses a comma-separated list of brokers', () => {
    expect(load('a:9092, b:9092').KAFKA_BROKERS).toEqual(['a:9092', 'b:9092']);
  });

  test('rejects a broker without a port', () => {
    expect(() => load('kafka')).toThrow(/KAFKA_BROKERS: must be a list/);
  });
});
