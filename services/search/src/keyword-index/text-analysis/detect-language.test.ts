import { describe, expect, test } from '@jest/globals';
import { detectLanguage, detectQueryLanguage } from './detect-language.ts';
import { INFLECTION_EXAMPLES, LANGUAGE_EXAMPLES } from './language-examples.fixture.ts';

describe('detectLanguage', () => {
  const expectLanguage = (code: string | null, text: string, query: string): void => {
    expect(detectLanguage(text)?.code ?? null).toBe(code);
    expect(detectQueryLanguage(query)?.code ?? null).toBe(code);
  };

  test.each(LANGUAGE_EXAMPLES)('detects a sentence in %s, and a question', (_, code, text, query) => {
    expectLanguage(code, text, query);
  });

  test.each(INFLECTION_EXAMPLES)('detects a short text in %s, and a query', (_, code, text, query) => {
    expectLanguage(code, text, query);
  });

  test.each([
    ['it', 'Abbiamo prenotato una camera con vista sul lago per la prossima settimana.'],
    ['pt', 'A reunião foi cancelada porque o avião chegou muito tarde a Lisboa.'],
    ['nl', 'De vergadering met de klanten is naar donderdag verplaatst.'],
    ['sv', 'Mötet med kunderna har flyttats till på torsdag.'],
    ['fi', 'Kokous asiakkaiden kanssa on siirretty, koska se ei ollut mahdollista.'],
    ['hu', 'A találkozót az ügyfelekkel csütörtökre halasztottuk, mert a vonat nem jött.'],
    ['ro', 'Întâlnirea cu clienții a fost amânată pentru că trenul nu a venit.'],
    ['tr', 'Müşterilerle toplantı perşembe gününe ertelendi, çünkü tren çok geç geldi.'],
  ])('detects %s: "%s"', (code, text) => {
    expect(detectLanguage(text)?.code).toBe(code);
  });

  test('detects Norwegian or Danish, which share most function words', () => {
    const text = 'Møtet med kundene er flyttet til torsdag fordi toget ikke kom.';
    expect(['no', 'da']).toContain(detectLanguage(text)?.code);
  });

  test.each([
    'Ada drinks tea in the morning.',
    'Buy milk, also eggs and die-cut paper.',
    'The café in München was closed, so we met at the hotel.',
    'OAuth 2.1 PKCE 401',
    'ساعت سه در تهران جلسه داریم، گفت مریم.',
    '🚀 42',
    '',
  ])('returns null for English, other languages and too little evidence: "%s"', (text) => {
    expect(detectLanguage(text)).toBeNull();
  });
});
