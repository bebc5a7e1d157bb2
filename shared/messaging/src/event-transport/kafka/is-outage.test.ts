import { expect, test } from '@jest/globals';
import * as kafkajs from 'kafkajs';
import { isOutage } from './is-outage.ts';

type ErrorClass = new (message: unknown, details?: object) => Error;
/** The library's types leave out most arguments of its errors. */
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

test.each([
  ['a broken connection', refused],
  ['one inside of another error', new KafkaJSNonRetriableError('given up', { cause: refused })],
  ['tries that were used up', new KafkaJSNumberOfRetriesExceeded(refused, { retryCount: 3, retryTime: 100 })],
  ['a coordinator that nobody knows', new KafkaJSGroupCoordinatorNotFound('none')],
])('%s is an outage', (_, error) => {
  expect(isOutage(error)).toBe(true);
});

test.each([
  ['a refusal for good', new KafkaJSNonRetriableError('not authorized')],
  ['a mistake in the program', new TypeError('undefined is not a function')],
  ['nothing', undefined],
])('%s is none', (_, error) => {
  expect(isOutage(error)).toBe(false);
});
