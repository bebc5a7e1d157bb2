/** Names of memory types and sources. Types without a name here are shown as the API returns them. */
export const kinds = {
  types: {
    fact: 'fact',
    insight: 'insight',
    conversation: 'conversation',
    correction: 'correction',
    reference: 'reference',
    task: 'task',
    checkpoint: 'checkpoint',
    identity_core: 'persona',
    personality_trait: 'trait',
    relationship: 'relationship',
    strategy: 'strategy',
  } as Readonly<Record<string, string>>,
  sources: {
    direct_input: 'direct input',
    document_upload: 'document',
    web_scrape: 'web page',
    api_import: 'import',
    conversation: 'conversation',
    reflection: 'reflection',
    checkpoint: 'checkpoint',
    checkpoint_recall: 'recalled checkpoint',
  } as Readonly<Record<string, string>>,
};
