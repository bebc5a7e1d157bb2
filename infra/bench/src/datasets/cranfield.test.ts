import { describe, expect, test } from '@jest/globals';
import { parseCranfield } from './cranfield.ts';

const documents = `.I 1
.T
wing in a
slipstream .
.A
someone,a.
.B
1958.
.W
wing in a slipstream .
  the lift of .i a wing.
.W
more of it
.I 2
.T
.A
.B
.W
.I 3
.T
flat plate
.W
shear flow
`;
const queries = `.I 001
.W
what of wings
and lift .
.I 004
.W
what of plates .
`;

describe('parseCranfield', () => {
  const collection = parseCranfield({ documents, queries, judgments: '1 1 1 \n1  3 4\n2 3 2\n2 1 -1\n' });

  test('returns the title and the text of each document with text on one line', () => {
    expect(collection.documents).toEqual([
      {
        documentId: '1',
        content: 'wing in a slipstream . wing in a slipstream . the lift of .i a wing. more of it',
      },
      { documentId: '3', content: 'flat plate shear flow' },
    ]);
  });

  test('returns the graded judgments of each query, matched by the position of the query', () => {
    expect(collection.queries).toEqual([
      {
        question: 'what of wings and lift .',
        grades: new Map([
          ['1', 4],
          ['3', 1],
        ]),
      },
      { question: 'what of plates .', grades: new Map([['3', 3]]) },
    ]);
  });

  test('rejects a judgment of an unknown query', () => {
    expect(() => parseCranfield({ documents, queries, judgments: '9 1 1' })).toThrow('9 1 1');
  });
});
