const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  memories: 'Facts, decisions and other memories, their versions and contradictions.',
  'memory-states': 'Complete states of memories, for export and restore.',
  'contradiction-states': 'Complete states of contradictions, for export and restore.',
  checkpoints: 'Saved contexts with their memories.',
  suggestions: 'Pairs of memories that say nearly the same or the opposite.',
  contradictions: 'Contradictions that wait for a decision.',
  conversations: 'Conversations, which group memories.',
  overview: 'Open decisions, outstanding embeddings and recent activity.',
  'saved-searches': 'Searches that a user saved.',
  settings: 'Settings of the tenant.',
  tags: 'Tags of memories.',
  usage: 'Storage quotas.',
  relationships: 'Typed relationships between memories.',
  'relationship-states': 'Complete states of relationships, for export and restore.',
  search: 'Search by keyword, meaning and graph.',
  documents: 'Uploaded files whose text is searchable.',
  artifacts: 'Files that an assistant saves under paths.',
  analysis: 'Reflections, summaries and statistics.',
  personality: 'Persona and traits of the assistant.',
  webhooks: 'Signed messages about changes.',
  auth: 'Exchange of API keys for access tokens.',
  context: 'Memories for the prompt of an assistant.',
  erasures: 'Deletion of everything that a user stored.',
  audit: 'Log of changes.',
};

/**
 * Returns the description of a tag of the OpenAPI document. A tag is the first path segment after the version.
 *
 * @throws {Error} The tag has no description here.
 */
export function describeTag(name: string): string {
  const description = TAG_DESCRIPTIONS[name];
  if (description === undefined)
    throw new Error(`Describe the tag ${name} in infra/codegen/openapi/tags.ts.`);
  return description;
}
