/** Persona and traits of a user or of the organization. */
export interface Configuration {
  persona: { id: string; configuredAt: number } | null;
  /** Oldest first. */
  traits: readonly StoredTrait[];
}

export interface StoredTrait {
  readonly id: string;
  readonly content: string;
  readonly category: string;
}

/** Key of the configuration of the organization. */
export const ORGANIZATION = 'organization';
export const NO_CONFIGURATION: Configuration = { persona: null, traits: [] };
