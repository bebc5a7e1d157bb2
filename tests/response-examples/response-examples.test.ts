import { describe, expect, test } from '@jest/globals';
import { createValidators } from '../e2e/openapi/check-responses.ts';
import { withoutOtherFields } from '../e2e/openapi/check-fetch.ts';
import { readResponseExamples } from '../../infra/documentation/src/response-examples.ts';
import { readDocument, successResponsesOf } from './example-file.ts';

describe('the examples of responses in the OpenAPI document', () => {
  test('match their schemas, and have no other fields', () => {
    const document = withoutOtherFields(readDocument());
    const validatorOf = createValidators(document);
    const examples = readResponseExamples();
    const problems = successResponsesOf(document).flatMap(({ operationId, status, schema }) =>
      validatorOf(
        schema,
        `${operationId} ${status}`,
      )(examples[operationId]?.[status]).map(
        (problem) => `${operationId} ${status}: ${problem}. Run \`npm run examples\`.`,
      ),
    );
    expect(problems).toEqual([]);
  });
});
