import { describe, expect, test } from '@jest/globals';
import { decodeText } from './decode-text.ts';

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

/**
 * Encodes text in an encoding that Node.js can only decode. Decodes every one-byte and two-byte sequence to
 * find the bytes of each character.
 */
function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const bytes = new Map<string, number[]>();
  const record = (...units: number[]): void => {
    try {
      const character = decoder.decode(Uint8Array.from(units));
      if (Array.from(character).length === 1 && !bytes.has(character)) bytes.set(character, units);
    } catch {
      // The bytes are not a character of this encoding.
    }
  };
  for (let first = 0; first < 256; first++) record(first);
  for (let first = 0x81; first < 255; first++)
    for (let second = 0x40; second < 255; second++) record(first, second);
  return Uint8Array.from(Array.from(text).flatMap((character) => bytes.get(character)!));
}

const SAMPLES: [encoding: string, text: string][] = [
  [
    'windows-1252',
    'La mémoire humaine est complexe. Nous nous souvenons d’événements passés il y a longtemps.',
  ],
  ['windows-1251', 'Память человека устроена сложно. Мы помним события, которые произошли много лет назад.'],
  ['koi8-r', 'Память человека устроена сложно. Мы помним события, которые произошли много лет назад.'],
  ['windows-1253', 'Η ανθρώπινη μνήμη είναι πολύπλοκη. Θυμόμαστε γεγονότα που συνέβησαν πριν από χρόνια.'],
  ['shift_jis', '人の記憶は複雑です。何年も前に起きたことを覚えていて、昨日のことを忘れます。'],
  ['euc-jp', '人の記憶は複雑です。何年も前に起きたことを覚えていて、昨日のことを忘れます。'],
  ['gb18030', '人类的记忆很复杂。我们记得很多年前发生的事情，却忘记了昨天发生的事情。'],
  ['big5', '人類的記憶很複雜。我們記得很多年前發生的事情，卻忘記了昨天發生的事情。'],
  ['euc-kr', '사람의 기억은 복잡합니다. 우리는 오래전에 일어난 일을 기억합니다.'],
];

describe('decodeText', () => {
  test.each(SAMPLES)('detects the encoding %s', async (encoding, text) => {
    expect((await decodeText(encode(text, encoding), '.txt')).text).toBe(text);
  });

  test('decodes UTF-8 with and without a byte order mark', async () => {
    expect(await decodeText(Buffer.from('é😀\r\n'), '.txt')).toEqual({ text: 'é😀\r\n', encoding: 'utf-8' });
    expect((await decodeText(Buffer.from('\ufeffé'), '.txt')).text).toBe('é');
  });

  test('detects UTF-16 by its byte order mark or its NUL bytes', async () => {
    expect(await decodeText(utf16('\ufeff灯台 light'), '.txt')).toEqual({
      text: '灯台 light',
      encoding: 'utf-16le',
    });
    expect((await decodeText(utf16('\ufefflight').swap16(), '.txt')).text).toBe('light');
    expect((await decodeText(utf16('a light on the coast'), '.txt')).text).toBe('a light on the coast');
    expect((await decodeText(utf16('a light on the coast').swap16(), '.txt')).text).toBe(
      'a light on the coast',
    );
  });

  test('detects the encoding of text that starts with 400,000 ASCII characters', async () => {
    const text = 'x'.repeat(400_000) + SAMPLES[1]![1];
    const decoded = await decodeText(encode(text, 'windows-1251'), '.txt');
    expect(decoded.text.slice(400_000)).toBe(SAMPLES[1]![1]);
  });

  test('uses the declared encoding', async () => {
    const bytes = encode('Größe', 'windows-1252');
    expect((await decodeText(bytes, '.html', 'windows-1252')).text).toBe('Größe');
  });

  test('ignores an unknown declared encoding', async () => {
    const bytes = encode('Größe', 'windows-1252');
    expect((await decodeText(bytes, '.html', 'no-such-encoding')).text).toBe('Größe');
  });

  test('decodes text with an invalid UTF-8 byte as UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Müller und Söhne, größer, schöner, früher. '.repeat(5)),
      Buffer.from([0xff]),
    ]);
    expect((await decodeText(bytes, '.txt')).text).toContain('Müller und Söhne');
  });

  test('rejects binary data as content_mismatch', async () => {
    const noise = Uint8Array.from({ length: 1000 }, (_, index) => (index * 2_654_435_761) >>> 24);
    await expect(decodeText(noise, '.txt')).rejects.toMatchObject({
      details: { reason: 'content_mismatch' },
    });
    await expect(decodeText(Buffer.from('a\u0000b'), '.txt')).rejects.toMatchObject({
      details: { reason: 'content_mismatch' },
    });
  });

  test('accepts terminal escapes and form feeds', async () => {
    const log = '\u001b[31mred\u001b[0m\f\ttabbed';
    expect((await decodeText(Buffer.from(log), '.txt')).text).toBe(log);
  });
});
