import { componentNames } from '@loci/contracts';
import { z } from 'zod';

/** Element of `relationship_insights` of a reflection and of `relationships` of a summary. */
export const relationshipInsightResource = z
  .object({
    type: z.string().describe('Type of the relationships.'),
    count: z.int().describe('Number of relationships of the type.'),
    description: z.string().describe('Sentence about the relationships of the type.'),
  })
  .register(componentNames, { name: 'RelationshipInsight' });
