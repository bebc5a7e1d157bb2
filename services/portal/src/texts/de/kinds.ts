import type { Texts } from '../texts.ts';

export const kinds: Texts['kinds'] = {
  types: {
    fact: 'Fakt',
    insight: 'Erkenntnis',
    conversation: 'Gespräch',
    correction: 'Korrektur',
    reference: 'Verweis',
    task: 'Aufgabe',
    checkpoint: 'Zwischenstand',
    identity_core: 'Persona',
    personality_trait: 'Eigenschaft',
    relationship: 'Beziehung',
    strategy: 'Strategie',
  },
  sources: {
    direct_input: 'direkte Eingabe',
    document_upload: 'Dokument',
    web_scrape: 'Webseite',
    api_import: 'Import',
    conversation: 'Gespräch',
    reflection: 'Reflexion',
    checkpoint: 'Zwischenstand',
    checkpoint_recall: 'abgerufener Zwischenstand',
  },
};
