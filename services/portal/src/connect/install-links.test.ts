import { describe, expect, test } from '@jest/globals';
import { cursorLink, jsonEntry, tomlEntry, vsCodeLink } from './install-links.ts';

const URL_OF_LOCI = 'https://loci.example.com/mcp';

describe('the links and entries that connect an assistant', () => {
  test('the link for Cursor contains the name and the encoded configuration', () => {
    const { searchParams } = new URL(cursorLink(URL_OF_LOCI));
    expect(searchParams.get('name')).toBe('loci');
    expect(JSON.parse(Buffer.from(searchParams.get('config')!, 'base64').toString())).toEqual({
      url: URL_OF_LOCI,
    });
  });

  test('the link for VS Code contains the encoded configuration', () => {
    const [scheme, query] = vsCodeLink(URL_OF_LOCI).split('?');
    expect(scheme).toBe('vscode:mcp/install');
    expect(JSON.parse(decodeURIComponent(query!))).toEqual({ name: 'loci', type: 'http', url: URL_OF_LOCI });
  });

  test('the entries have the fields of each client', () => {
    expect(JSON.parse(jsonEntry('windsurf', URL_OF_LOCI))).toEqual({
      mcpServers: { loci: { serverUrl: URL_OF_LOCI } },
    });
    expect(JSON.parse(jsonEntry('vs-code', URL_OF_LOCI))).toEqual({
      servers: { loci: { type: 'http', url: URL_OF_LOCI } },
    });
    expect(tomlEntry(URL_OF_LOCI)).toBe(`[mcp_servers.loci]\nurl = "${URL_OF_LOCI}"`);
  });
});
