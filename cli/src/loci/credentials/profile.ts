import { z } from 'zod';

const accessToken = z.object({ value: z.string(), expiresAt: z.number() });

const credential = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('api-key'), apiKey: z.string(), accessToken: accessToken.optional() }),
  z.object({
    kind: z.literal('oauth'),
    clientId: z.string(),
    tokenEndpoint: z.string(),
    revocationEndpoint: z.string(),
    refreshToken: z.string(),
    accessToken,
  }),
]);

const profile = z.object({
  /** Base URL of the server that issued the credential. The credential is sent to no other server. */
  url: z.string(),
  credential: credential.optional(),
});

/** Content of `profiles.json`. */
export const profilesFile = z.object({
  version: z.literal(1),
  profiles: z.record(z.string(), profile),
});

/** An access token. `expiresAt` is in milliseconds since 1970. */
export type AccessToken = z.infer<typeof accessToken>;
export type Credential = z.infer<typeof credential>;
export type OAuthCredential = Extract<Credential, { kind: 'oauth' }>;
/** A server, and the credential for it. */
export type Profile = z.infer<typeof profile>;
export type ProfilesFile = z.infer<typeof profilesFile>;
