import { describe, expect, test } from '@jest/globals';
import { createClientMetadataFetch } from './fetch-client-metadata.ts';
import { normalizeMetadataDocument } from './client-registration.ts';

const resolvePublic = () => Promise.resolve(['93.184.215.14', '2606:2800:21f::1']);
const SAFE = { dispatcher: {} } as RequestInit;

const fetched = async (body: string, init?: ResponseInit): Promise<unknown> => {
  const fetch = createClientMetadataFetch(() => Promise.resolve(new Response(body, init)), resolvePublic);
  return (await fetch('https://app.example/client.json', SAFE)).json();
};

describe('normalizeMetadataDocument', () => {
  test('sets the application type of a client with loopback redirect URIs to native', () => {
    const redirect_uris = ['http://localhost/callback', 'http://127.0.0.1/callback'];
    expect(normalizeMetadataDocument({ client_id: 'https://claude.ai/x', redirect_uris })).toEqual({
      client_id: 'https://claude.ai/x',
      redirect_uris,
      response_modes: ['query'],
      application_type: 'native',
    });
  });

  test('removes unsupported fields and grant types', () => {
    expect(
      normalizeMetadataDocument({
        redirect_uris: ['https://chatgpt.com/connector/oauth/x'],
        scope: 'everything',
        jwks_uri: 'https://169.254.169.254/keys',
        id_token_signed_response_alg: 'RS256',
        grant_types: ['authorization_code', 'client_credentials', 'refresh_token'],
      }),
    ).toEqual({
      redirect_uris: ['https://chatgpt.com/connector/oauth/x'],
      response_modes: ['query'],
      grant_types: ['authorization_code', 'refresh_token'],
    });
  });

  test('removes redirect URIs whose schemes belong to other programs', () => {
    const kept = ['https://app.example/cb', 'cursor://app/callback'];
    const redirect_uris = [...kept, 'ftp://app/cb', 'view-source:https://app.example', 'javascript:alert(1)'];
    expect(normalizeMetadataDocument({ redirect_uris })['redirect_uris']).toEqual(kept);
  });

  test.each(['Loci', 'L0c\u0456', 'a\u202eb'])('removes the misleading client name %j', (client_name) => {
    expect(normalizeMetadataDocument({ client_name })).not.toHaveProperty('client_name');
    expect(normalizeMetadataDocument({ client_name: 'Claude' })).toHaveProperty('client_name', 'Claude');
  });
});

describe('createClientMetadataFetch', () => {
  test('fills in the application type and the response modes of a fetched document', async () => {
    const document = JSON.stringify({ redirect_uris: ['cursor://app/callback'], scope: 'read' });
    expect(await fetched(document)).toEqual({
      redirect_uris: ['cursor://app/callback'],
      response_modes: ['query'],
      application_type: 'native',
    });
  });

  test('rejects a fetch without the dispatcher that blocks private addresses (threat 16)', async () => {
    const fetch = createClientMetadataFetch(() => Promise.reject(new Error('Unexpected request.')));
    await expect(fetch('https://app.example/client.json', {})).rejects.toThrow('was not fetched');
  });

  test('does not follow redirects (threat 16)', async () => {
    let options: RequestInit | undefined;
    const fetch = createClientMetadataFetch((_input, init) => {
      options = init;
      return Promise.resolve(new Response(null, { status: 302, headers: { location: 'http://127.0.0.1/' } }));
    }, resolvePublic);
    expect((await fetch('https://app.example/client.json', SAFE)).status).toBe(302);
    expect(options?.redirect).toBe('manual');
  });

  test('rejects a document of more than 5 KiB (threat 16)', async () => {
    await expect(fetched(`{"client_name":"${'x'.repeat(6_000)}"}`)).rejects.toThrow(
      'exceeds the limit of 5120 bytes',
    );
  });

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
  ])('opens no connection to a host that resolves to %s (threat 16)', async (address) => {
    const fetch = createClientMetadataFetch(
      () => Promise.reject(new Error('Unexpected connection.')),
      () => Promise.resolve(['93.184.215.14', address]),
    );
    await expect(fetch('https://app.example/client.json', SAFE)).rejects.toThrow(
      'private or special address',
    );
  });
});
