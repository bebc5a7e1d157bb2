import { regexPattern, tokenPattern } from './secret-pattern.ts';
import type { SecretPattern } from './secret-pattern.ts';

// Prefixes of keys are not words.
// cspell:disable

/** Keys and tokens of vendors, which start with a documented prefix. */
export const VENDOR_PATTERNS: readonly SecretPattern[] = [
  // Assistants and models
  tokenPattern('anthropic-key', 'sk-ant-[a-z0-9]{2,10}-[\\w-]{40,200}'),
  tokenPattern('openai-key', 'sk-(?:proj|svcacct|admin|None)-[\\w-]{40,250}'),
  tokenPattern('openrouter-key', 'sk-or-v1-[a-f0-9]{64}'),
  tokenPattern('sk-key', 'sk-[A-Za-z0-9]{32,64}'),
  tokenPattern('google-api-key', 'AIza[\\w-]{35}'),
  tokenPattern('hugging-face-token', 'hf_[A-Za-z]{34}'),
  tokenPattern('replicate-token', 'r8_[A-Za-z0-9]{37}'),
  tokenPattern('groq-key', 'gsk_[A-Za-z0-9]{52}'),
  tokenPattern('xai-key', 'xai-[A-Za-z0-9]{80}'),
  tokenPattern('perplexity-key', 'pplx-[A-Za-z0-9]{48}'),
  tokenPattern('loci-key', 'loci_[A-Za-z0-9]{1,32}_[\\w-]{16,256}'),

  // Clouds
  tokenPattern('aws-access-key-id', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}'),
  regexPattern(
    'aws-secret-access-key',
    /aws.{0,20}?(?:secret|key).{0,20}?["'\s:=]([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/dgi,
    isMixed,
  ),
  tokenPattern('google-client-secret', 'GOCSPX-[\\w-]{28}'),
  tokenPattern('google-access-token', 'ya29\\.[\\w-]{20,500}'),
  regexPattern('azure-storage-key', /AccountKey=([A-Za-z0-9+/]{86}==)/dg),
  tokenPattern('azure-client-secret', '[\\w~.]{3}\\dQ~[\\w~.-]{31,34}'),
  tokenPattern('digitalocean-token', 'do[opr]_v1_[a-f0-9]{64}'),
  tokenPattern('heroku-key', 'HRKU-AA[\\w-]{58}'),
  tokenPattern('cloudflare-origin-key', 'v1\\.0-[a-f0-9]{24}-[a-f0-9]{146}'),
  tokenPattern('fly-token', 'fm[12][ar]?_[A-Za-z0-9+/=_-]{60,1000}'),
  tokenPattern('netlify-token', 'nfp_[A-Za-z0-9]{36}'),
  tokenPattern('supabase-token', 'sbp_[a-f0-9]{40}'),
  tokenPattern('supabase-secret-key', 'sb_secret_[\\w-]{31}'),
  tokenPattern('planetscale-token', 'pscale_(?:tkn|pw|oauth)_[\\w.-]{32,64}'),
  tokenPattern('databricks-token', 'dapi[a-f0-9]{32}(?:-\\d)?'),
  tokenPattern('vault-token', 'hv[sbr]\\.[\\w-]{24,300}'),
  tokenPattern('terraform-token', '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{60,70}'),

  // Code and packages
  tokenPattern('github-token', 'gh[pousr]_[A-Za-z0-9]{36,255}'),
  tokenPattern('github-fine-grained-token', 'github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}'),
  tokenPattern('gitlab-token', 'gl(?:pat|ptt|rt|dt|cbt|soat|ft|oas|agent|imt)-[\\w.-]{20,300}'),
  tokenPattern('npm-token', 'npm_[A-Za-z0-9]{36}'),
  tokenPattern('pypi-token', 'pypi-AgE[\\w-]{50,500}'),
  tokenPattern('rubygems-key', 'rubygems_[a-f0-9]{48}'),
  tokenPattern('crates-token', 'cio[A-Za-z0-9]{32}'),
  tokenPattern('docker-token', 'dckr_(?:pat|oat)_[\\w-]{27,32}'),
  tokenPattern('postman-key', 'PMAK-[a-f0-9]{24}-[a-f0-9]{34}'),

  // Messages
  tokenPattern('slack-token', 'xox[abeoprs]-(?:\\d-)?[A-Za-z0-9-]{20,250}'),
  tokenPattern('slack-app-token', 'xapp-\\d-[A-Z0-9]{8,20}-\\d{8,20}-[a-f0-9]{64}'),
  regexPattern(
    'slack-webhook',
    /hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9/]{30,120})/dg,
  ),
  tokenPattern('discord-token', '[MNO][\\w-]{23,25}\\.[\\w-]{6}\\.[\\w-]{27,38}'),
  regexPattern('discord-webhook', /discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/([\w-]{60,80})/dg),
  tokenPattern('telegram-token', '\\d{8,10}:AA[\\w-]{33}'),
  tokenPattern('twilio-key', 'SK[a-f0-9]{32}'),
  tokenPattern('sendgrid-key', 'SG\\.[\\w-]{22}\\.[\\w-]{43}'),
  tokenPattern('mailgun-key', 'key-[a-f0-9]{32}'),
  tokenPattern('mailchimp-key', '[a-f0-9]{32}-us\\d{1,2}'),
  tokenPattern('brevo-key', 'xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}'),

  // Payments and shops
  tokenPattern('stripe-key', '[sr]k_(?:live|test)_[A-Za-z0-9]{16,200}'),
  tokenPattern('webhook-secret', 'whsec_[A-Za-z0-9+/]{24,100}={0,2}'),
  tokenPattern('square-token', 'sq0(?:atp|csp)-[\\w-]{22,43}'),
  tokenPattern('shopify-token', 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}'),

  // Work
  tokenPattern('grafana-token', 'glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}'),
  tokenPattern('sentry-token', 'sntry[su]_[A-Za-z0-9+/=_-]{40,300}'),
  tokenPattern('new-relic-key', 'NRAK-[A-Z0-9]{27}'),
  tokenPattern('linear-key', 'lin_(?:api|oauth)_[A-Za-z0-9]{40,64}'),
  tokenPattern('notion-token', '(?:ntn_[A-Za-z0-9]{40,50}|secret_[A-Za-z0-9]{43})'),
  tokenPattern('figma-token', 'fig[dour]_[\\w-]{40,60}'),
  tokenPattern('airtable-token', 'pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}'),
  tokenPattern('atlassian-token', 'ATATT3[\\w=-]{180,250}'),
];

/** Excludes hashes and paths: a random key has letters of both cases and digits. */
function isMixed(secret: string): boolean {
  return /[a-z]/.test(secret) && /[A-Z]/.test(secret) && /\d/.test(secret);
}
