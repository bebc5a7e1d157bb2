import { describe, expect, test } from '@jest/globals';
import * as kafkajs from 'kafkajs';
import { isRetriableKafkaError } from './retriable-kafka-error.ts';

type ErrorClass = new (message: unknown, details?: object) => Error;
/** The type definitions of kafkajs lack most constructor arguments of its errors. */
const {
  KafkaJSConnectionError,
  KafkaJSGroupCoordinatorNotFound,
  KafkaJSNonRetriableError,
  KafkaJSNumberOfRetriesExceeded,
} = kafkajs as unknown as {
  KafkaJSConnectionError: ErrorClass;
  KafkaJSGroupCoordinatorNotFound: ErrorClass;
  KafkaJSNonRetriableError: ErrorClass;
  KafkaJSNumberOfRetriesExceeded: ErrorClass;
};

const refused = new KafkaJSConnectionError('connect ECONNREFUSED');

describe('isRetriableKafkaError', () => {
  test.each([
    ['a connection error', refused],
    ['an error caused by a connection error', new KafkaJSNonRetriableError('given up', { cause: refused })],
    ['exhausted retries', new KafkaJSNumberOfRetriesExceeded(refused, { retryCount: 3, retryTime: 100 })],
    ['a missing group coordinator', new KafkaJSGroupCoordinatorNotFound('none')],
  ])('returns true for %s', (_, error) => {
    expect(isRetriableKafkaError(error)).toBe(true);
  });

  test.each([
    ['an authorization error', new KafkaJSNonRetriableError('not authorized')],
    ['a programming error', new TypeError('undefined is not a function')],
    ['undefined', undefined],
  ])('returns false for %s', (_, error) => {
    expect(isRetriableKafkaError(error)).toBe(false);
  });
});
