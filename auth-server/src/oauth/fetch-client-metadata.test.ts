import { describe, expect, test } from '@jest/globals';
import { createClientMetadataFetch } from './fetch-client-metadata.ts';
import { normalizeMetadataDocument } from './client-registration.ts';

const SAFE = { dispatcher: {} } as RequestInit;

const fetched = async (body: string, init?: ResponseInit): Promise<unknown> => {
  const fetch = createClientMetadataFetch(() => Promise.resolve(new Response(body, init)));
  return (await fetch('https://app.example/client.json', SAFE)).json();
};

describe('client metadata documents', () => {
  test('Claude Code: loopback redirects without a port make it an app, whose port may vary', () => {
    const redirect_uris = ['http://localhost/callback', 'http://127.0.0.1/callback'];
    expect(normalizeMetadataDocument({ client_id: 'https://claude.ai/x', redirect_uris })).toEqual({
      client_id: 'https://claude.ai/x',
      redirect_uris,
      response_modes: ['query'],
      application_type: 'native',
    });
  });

  test('claims that we do not honour are taken out', () => {
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

  test('a document is completed on its way to the provider', async () => {
    const document = JSON.stringify({ redirect_uris: ['cursor://app/callback'], scope: 'read' });
    expect(await fetched(document)).toEqual({
      redirect_uris: ['cursor://app/callback'],
      response_modes: ['query'],
      application_type: 'native',
    });
  });

  test('attack 16: nothing is fetched without the guard against private addresses', async () => {
    const fetch = createClientMetadataFetch(() => Promise.reject(new Error('was fetched')));
    await expect(fetch('https://app.example/client.json', {})).rejects.toThrow('nothing is fetched');
  });

  test('attack 16: a redirect is not followed, a long document not read', async () => {
    let asked: RequestInit | undefined;
    const fetch = createClientMetadataFetch((_input, init) => {
      asked = init;
      return Promise.resolve(new Response(null, { status: 302, headers: { location: 'http://127.0.0.1/' } }));
    });
    expect((await fetch('https://app.example/client.json', SAFE)).status).toBe(302);
    expect(asked?.redirect).toBe('manual');
    await expect(fetched(`{"client_name":"${'x'.repeat(6_000)}"}`)).rejects.toThrow('too long');
  });
});
