import { recordAccount } from './account.ts';
import { recordAnalysis } from './analysis.ts';
import { recordArtifacts, recordDocuments } from './files.ts';
import { recordContradictions, recordContradictionResolution } from './contradictions.ts';
import { recordErasures } from './erasures.ts';
import { createMemories, recordDeletion, recordLists, recordReads, recordVersions } from './memories.ts';
import { recordPersonality, recordPersonalityDeletion } from './personality.ts';
import { recordRelationships, recordRelationshipDeletion } from './relationships.ts';
import { createScenarioTenant } from './scenario-tenant.ts';
import type { Stage } from './scenario-tenant.ts';
import { recordCheckpoints, recordSearches } from './searches.ts';
import { recordSettings } from './settings.ts';
import { recordStates } from './states.ts';
import { recordSuggestions } from './suggestions.ts';
import { recordTags } from './tags.ts';
import { recordWebhooks } from './webhooks.ts';

/**
 * Records a response of every operation. An assistant remembers what Ada likes to drink. Most requests equal the examples of
 * request bodies in the OpenAPI document.
 */
export async function runScenario(stage: Stage): Promise<void> {
  const main = await createScenarioTenant(stage);
  const memories = await createMemories(main);
  await recordReads(main, memories);
  await recordVersions(main, memories);
  await recordTags(main, memories);
  await recordRelationships(main, memories);
  const contradictionId = await recordContradictions(main, memories);
  const personality = await recordPersonality(main);
  await recordLists(main);
  await recordSearches(main, memories);
  await recordCheckpoints(main, memories);
  await recordAnalysis(main);
  await recordContradictionResolution(main, contradictionId);
  await recordStates(main, await createScenarioTenant(stage));
  await recordSuggestions(main);
  await recordDocuments(main);
  await recordArtifacts(main);
  await recordAccount(main, memories);
  await recordRelationshipDeletion(main, memories);
  await recordPersonalityDeletion(main, personality);
  await recordSettings(main);
  await recordDeletion(main, memories);
  await recordWebhooks(await createScenarioTenant(stage), stage.webhookUrl);
  await recordErasures(stage, await createScenarioTenant(stage));
}
