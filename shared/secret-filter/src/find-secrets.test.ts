import { describe, expect, it } from '@jest/globals';
import { findSecrets } from './find-secrets.ts';
import { SECRET_KINDS } from './secret-kinds.ts';

const ALPHABETS = {
  a: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  h: '0123456789abcdef',
  l: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  u: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  d: '0123456789',
  w: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_',
  b: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/',
};

/**
 * Assembles a sample, so that the repository contains no text that looks like a key. `{a36}` becomes 36 characters of
 * the alphabet `a`.
 */
function assemble(template: string): string {
  return template.replace(/\{([a-z])(\d+)\}/g, (_, name: keyof typeof ALPHABETS, length: string) => {
    const alphabet = ALPHABETS[name];
    return Array.from(
      { length: Number(length) },
      (_, i) => alphabet[(i * 17 + 5 + (i >> 2)) % alphabet.length],
    ).join('');
  });
}

// Prefixes of keys are not words.
// cspell:disable

/** Template of a secret and of a text that looks like it, by kind. */
const VENDOR_SAMPLES: readonly [kind: string, secret: string, lookAlike: string][] = [
  ['anthropic-key', 'sk-ant-api03-{w93}', 'sk-ant-api03-{w20}'],
  ['openai-key', 'sk-proj-{w74}', 'sk-proj-{w12}'],
  ['openrouter-key', 'sk-or-v1-{h64}', 'sk-or-v1-{h32}'],
  ['sk-key', 'sk-{a48}', 'sk-{a20}'],
  ['google-api-key', 'AIza{w35}', 'AIza{w30}'],
  ['hugging-face-token', 'hf_{l34}', 'hf_{l12}'],
  ['replicate-token', 'r8_{a37}', 'r8_{a20}'],
  ['groq-key', 'gsk_{a52}', 'gsk_{a32}'],
  ['xai-key', 'xai-{a80}', 'xai-{a40}'],
  ['perplexity-key', 'pplx-{a48}', 'pplx-{a24}'],
  ['loci-key', 'loci_{h12}_{w43}', 'loci_{h12}_{w9}'],
  ['aws-access-key-id', 'AKIA{u16}', 'AKIA{u12}'],
  ['google-client-secret', 'GOCSPX-{w28}', 'GOCSPX-{w20}'],
  ['google-access-token', 'ya29.{w120}', 'ya29.{w10}'],
  ['azure-client-secret', '{a3}8Q~{w34}', '{a3}8Q~{w12}'],
  ['digitalocean-token', 'dop_v1_{h64}', 'dop_v1_{h32}'],
  ['heroku-key', 'HRKU-AA{w58}', 'HRKU-AA{w30}'],
  ['cloudflare-origin-key', 'v1.0-{h24}-{h146}', 'v1.0-{h24}-{h40}'],
  ['fly-token', 'fm2_{b100}', 'fm2_{b20}'],
  ['netlify-token', 'nfp_{a36}', 'nfp_{a16}'],
  ['supabase-token', 'sbp_{h40}', 'sbp_{h20}'],
  ['supabase-secret-key', 'sb_secret_{w31}', 'sb_secret_{w10}'],
  ['planetscale-token', 'pscale_tkn_{w43}', 'pscale_tkn_{w10}'],
  ['databricks-token', 'dapi{h32}', 'dapi{h16}'],
  ['vault-token', 'hvs.{w90}', 'hvs.{w12}'],
  ['terraform-token', '{a14}.atlasv1.{w67}', '{a14}.atlasv1.{w20}'],
  ['github-token', 'ghp_{a36}', 'ghp_{a20}'],
  ['github-token', 'gho_{a36}', 'ghx_{a36}'],
  ['github-fine-grained-token', 'github_pat_{a22}_{a59}', 'github_pat_{a22}'],
  ['gitlab-token', 'glpat-{w20}', 'glpat-{w8}'],
  ['npm-token', 'npm_{a36}', 'npm_config_registry'],
  ['pypi-token', 'pypi-AgEIcHlwaS5vcmc{w80}', 'pypi-AgE{w10}'],
  ['rubygems-key', 'rubygems_{h48}', 'rubygems_{h20}'],
  ['crates-token', 'cio{a32}', 'cio{a20}'],
  ['docker-token', 'dckr_pat_{w27}', 'dckr_pat_{w10}'],
  ['postman-key', 'PMAK-{h24}-{h34}', 'PMAK-{h24}'],
  ['slack-token', 'xoxb-{d12}-{d12}-{a24}', 'xoxb-{d6}'],
  ['slack-app-token', 'xapp-1-{u11}-{d13}-{h64}', 'xapp-1-{u11}-{d13}'],
  [
    'slack-webhook',
    'https://hooks.slack.com/services/T{u8}/B{u8}/{a24}',
    'https://hooks.slack.com/services/help',
  ],
  ['discord-token', 'M{w23}.{w6}.{w38}', 'M{w23}.{w6}.{w8}'],
  [
    'discord-webhook',
    'https://discord.com/api/webhooks/{d18}/{w68}',
    'https://discord.com/api/webhooks/{d18}',
  ],
  ['telegram-token', '{d10}:AA{w33}', '{d10}:AA{w10}'],
  ['twilio-key', 'SK{h32}', 'SK{h16}'],
  ['sendgrid-key', 'SG.{w22}.{w43}', 'SG.{w22}'],
  ['mailgun-key', 'key-{h32}', 'key-{h16}'],
  ['mailchimp-key', '{h32}-us12', '{h32}-eu12'],
  ['brevo-key', 'xkeysib-{h64}-{a16}', 'xkeysib-{h64}'],
  ['stripe-key', 'sk_live_{a24}', 'sk_live_{a8}'],
  ['webhook-secret', 'whsec_{b32}', 'whsec_{b8}'],
  ['square-token', 'sq0atp-{w22}', 'sq0atp-{w8}'],
  ['shopify-token', 'shpat_{h32}', 'shpat_{h16}'],
  ['grafana-token', 'glsa_{a32}_{h8}', 'glsa_{a32}'],
  ['sentry-token', 'sntrys_{b120}', 'sntrys_{b20}'],
  ['new-relic-key', 'NRAK-{u27}', 'NRAK-{u12}'],
  ['linear-key', 'lin_api_{a40}', 'lin_api_{a10}'],
  ['notion-token', 'ntn_{a46}', 'ntn_{a20}'],
  ['figma-token', 'figd_{w43}', 'figd_{w20}'],
  ['airtable-token', 'pat{a14}.{h64}', 'pat{a14}.{h10}'],
  ['atlassian-token', 'ATATT3{w186}', 'ATATT3{w40}'],
  ['age-key', 'AGE-SECRET-KEY-1{u58}', 'AGE-SECRET-KEY-1{u20}'],
  ['jwt', 'eyJ{w30}.eyJ{w60}.{w43}', 'eyJ{w30}.{w60}'],
];

/** Secrets that are recognized by their surroundings: the text before and after the secret, and the secret. */
const CONTEXT_SAMPLES: readonly [kind: string, before: string, secret: string, after: string][] = [
  ['aws-secret-access-key', 'aws_secret_access_key = ', '{b40}', '\n'],
  ['aws-secret-access-key', 'export AWS_SECRET_ACCESS_KEY="', '{b40}', '"'],
  ['azure-storage-key', 'DefaultEndpointsProtocol=https;AccountKey=', '{b86}==', ';'],
  ['url-password', 'postgres://ada:', 'engine{d4}', '@localhost:5432/loci'],
  ['url-password', 'redis://:', '{a12}', '@cache'],
  ['authorization-header', 'Authorization: Bearer ', '{w40}', ''],
  ['authorization-header', "-H 'authorization: basic ", '{b24}', "'"],
  ['password', 'password: ', 'hunter2', '\n'],
  ['password', 'DB_PASSWORD=', 'p4ss{a8}', ' '],
  ['password', '"password": "', 'correct horse', '"'],
  ['secret-assignment', 'STATUS_API_KEY=', '{a32}', '\n'],
  ['secret-assignment', '"client_secret": "', '{w40}', '"'],
  ['card-number', 'Visa ', '4111 1111 1111 1111', ','],
  ['card-number', 'card ', '5555555555554444', '.'],
  ['card-number', '', '3782-822463-10005', ' (Amex)'],
  [
    'private-key',
    'Key:\n',
    '-----BEGIN RSA PRIVATE' + ' KEY-----\n{b64}\n{b64}\n-----END RSA PRIVATE KEY-----',
    '\n',
  ],
  ['private-key', '"', '-----BEGIN PRIVATE' + ' KEY-----\\n{b64}\\n-----END PRIVATE KEY-----', '\\n"'],
  ['private-key', '', '-----BEGIN OPENSSH PRIVATE' + ' KEY-----\n{b64}\n{b30}', ''],
];

// cspell:enable

const SIMILAR_TEXTS: readonly [what: string, text: string][] = [
  ['a UUID', '0b1f6a1e-0c53-4a5e-9d3d-2f8a7b9c0d1e'],
  ['a commit', 'commit {h40}'],
  ['a checksum', 'sha256:{h64} and sha512-{b86}=='],
  ['a public key', '-----BEGIN PUBLIC KEY-----\n{b64}\n-----END PUBLIC KEY-----'],
  ['a key with a variable in a URL', 'postgres://ada:$PASSWORD@localhost and http://ada:<password>@host'],
  ['a URL with a port and an address', 'http://localhost:8080/@ada and https://example.com:443/a@b'],
  ['a URL without a password', 'https://ada@example.com'],
  ['a placeholder of a password', 'password: changeme, password=${DB_PASSWORD}, "password": "********"'],
  ['a sentence about passwords', 'Password: must have eight characters. The pwd: current folder.'],
  ['code with passwords', 'password = request.body.password; const password: string'],
  [
    'a placeholder of a header',
    'Authorization: Bearer <ACCESS_TOKEN> or Authorization: Bearer $ACCESS_TOKEN_OF_USER',
  ],
  ['a placeholder of a key', 'API_KEY=your-api-key-goes-here and token: process.env.ACCESS_TOKEN_1'],
  ['a name after the word token', 'token: access-token-of-the-user'],
  ['a number that fails the Luhn check', '4111 1111 1111 1112'],
  ['a number of no card network', '1234 5678 9012 3452 and 9999 9999 9999 9995'],
  ['a repeated digit', '4444 4444 4444 4444 0000 0000 0000 0000'],
  ['a time in microseconds', '1767225600000000 and 1767225600123'],
  ['a number with a fraction', '0.4111111111111111 and 4111111111111111.5'],
  ['a list of numbers', '41 11 11-11 11 11 11-11 11'],
  ['a long word', 'ghp_{a300}'],
  ['an email address', 'ada@example.com:password'],
];

describe('findSecrets', () => {
  it('has at least 40 kinds of secrets, and a sample of each', () => {
    expect(SECRET_KINDS.length).toBeGreaterThanOrEqual(40);
    const tested = new Set([...VENDOR_SAMPLES, ...CONTEXT_SAMPLES].map(([kind]) => kind));
    expect([...tested].sort()).toEqual([...SECRET_KINDS].sort());
  });

  it.each(VENDOR_SAMPLES)('finds a secret of the kind %s', (kind, template) => {
    const secret = assemble(template);
    for (const [before, after] of [
      ['', ''],
      ['The key is ', '.'],
      ['KEY="', '"\n'],
      ['(', ')'],
    ] as const) {
      const findings = findSecrets(before + secret + after);
      expect(findings).toMatchObject([{ kind }]);
      const { start, end } = findings[0]!;
      // Webhooks are secret only in their last part.
      expect(secret.endsWith((before + secret + after).slice(start, end).replace(/\.$/, ''))).toBe(true);
    }
  });

  it.each(VENDOR_SAMPLES)('ignores a text that looks like a secret of the kind %s', (_, __, template) => {
    expect(findSecrets(`See ${assemble(template)} for details.`)).toEqual([]);
  });

  it.each(CONTEXT_SAMPLES)(
    'finds a secret of the kind %s by its surroundings after "%s"',
    (kind, before, template, after) => {
      const secret = assemble(template);
      const findings = findSecrets(before + secret + after);
      expect(findings).toEqual([{ kind, start: before.length, end: before.length + secret.length }]);
    },
  );

  it.each(SIMILAR_TEXTS)('ignores %s', (_, template) => {
    expect(findSecrets(assemble(template))).toEqual([]);
  });

  it('returns several secrets in the order of the text', () => {
    const text = assemble('npm_{a36} and ghp_{a36} and 4111111111111111');
    expect(findSecrets(text).map(({ kind }) => kind)).toEqual(['npm-token', 'github-token', 'card-number']);
  });

  it('returns one finding for a token in a header', () => {
    const findings = findSecrets(assemble('Authorization: Bearer ghp_{a36}'));
    expect(findings).toMatchObject([{ start: 22, end: 62 }]);
  });

  it('ends a truncated private key at the text after it', () => {
    const text = assemble('-----BEGIN PRIVATE' + ' KEY-----\n{b64}\n"next": 1');
    expect(text.slice(findSecrets(text)[0]!.end)).toBe('"next": 1');
  });
});

describe('the time of findSecrets', () => {
  it.each([
    ['starts of private keys', '-----BEGIN PRIVATE' + ' KEY-----'],
    ['starts of JSON Web Tokens', 'eyJ'],
    ['parts of JSON Web Tokens', 'eyJ0123456789.'],
    ['starts of URLs', '://a:'],
    ['names of passwords', 'password_'],
    ['names of passwords with separators', 'password='],
    ['hyphens', '-'],
    ['digits', '4111 '],
    ['digits without spaces', '1'],
    ['letters', 'a'],
    ['spaces', ' '],
    ['names of AWS keys', 'aws secret '],
    ['prefixes of Vault', 'hvs..'],
    ['headers', 'authorization: bearer '],
  ])('is at most proportional to the length for %s', (_, part) => {
    const time = (length: number): number => {
      const text = part.repeat(Math.ceil(length / part.length));
      const runs = Array.from({ length: 3 }, () => {
        // CPU time, because other processes extend the elapsed time.
        const start = process.cpuUsage();
        findSecrets(text);
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1_000;
      });
      return Math.min(...runs);
    };
    time(10_000);
    const short = time(50_000);
    // A quadratic search would take 64 times as long. The addend absorbs the resolution of short times.
    expect(time(400_000)).toBeLessThan(short * 24 + 50);
  });
});
