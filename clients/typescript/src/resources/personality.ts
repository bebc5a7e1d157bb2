import type { CallOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';
import type { Body, Data, Query } from '../types.ts';

const PERSONA = '/api/v2/personality/personas/{persona_id}';

/** @see docs/reference/personality.md */
export class Personality {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the personas that can be chosen. */
  personas(options?: CallOptions): Promise<Data<'get', '/api/v2/personality/personas'>> {
    return this.#transport.call('get', '/api/v2/personality/personas', {}, options);
  }

  /** Creates a persona that all users of the tenant can choose. */
  createPersona(
    persona: Body<'post', '/api/v2/personality/personas'>,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/personality/personas'>> {
    return this.#transport.call('post', '/api/v2/personality/personas', { body: persona }, options);
  }

  /** Replaces all fields of a persona that a user created. */
  updatePersona(
    personaId: string,
    persona: Body<'put', typeof PERSONA>,
    options?: CallOptions,
  ): Promise<Data<'put', typeof PERSONA>> {
    return this.#transport.call('put', PERSONA, { path: { persona_id: personaId }, body: persona }, options);
  }

  /** Deletes a persona that a user created. */
  deletePersona(personaId: string, options?: CallOptions): Promise<Data<'delete', typeof PERSONA>> {
    return this.#transport.call('delete', PERSONA, { path: { persona_id: personaId } }, options);
  }

  /** Returns the chosen persona and the traits. */
  get(options?: CallOptions): Promise<Data<'get', '/api/v2/personality'>> {
    return this.#transport.call('get', '/api/v2/personality', {}, options);
  }

  /** Chooses a persona. */
  configure(
    configuration: Body<'post', '/api/v2/personality'>,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/personality'>> {
    return this.#transport.call('post', '/api/v2/personality', { body: configuration }, options);
  }

  /** Removes the chosen persona, so that the default of the organization applies, or removes this default. */
  reset(
    query: Query<'delete', '/api/v2/personality'> = {},
    options?: CallOptions,
  ): Promise<Data<'delete', '/api/v2/personality'>> {
    return this.#transport.call('delete', '/api/v2/personality', { query }, options);
  }

  /** Returns the briefing at the start of a conversation, and its size in tokens. */
  awakening(
    query: Query<'get', '/api/v2/personality/awakening'> = {},
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/personality/awakening'>> {
    return this.#transport.call('get', '/api/v2/personality/awakening', { query }, options);
  }

  addTrait(
    trait: Body<'post', '/api/v2/personality/traits'>,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/personality/traits'>> {
    return this.#transport.call('post', '/api/v2/personality/traits', { body: trait }, options);
  }

  updateTrait(
    traitId: string,
    changes: Body<'put', '/api/v2/personality/traits/{trait_id}'>,
    options?: CallOptions,
  ): Promise<Data<'put', '/api/v2/personality/traits/{trait_id}'>> {
    return this.#transport.call(
      'put',
      '/api/v2/personality/traits/{trait_id}',
      { path: { trait_id: traitId }, body: changes },
      options,
    );
  }

  deleteTrait(
    traitId: string,
    options?: CallOptions,
  ): Promise<Data<'delete', '/api/v2/personality/traits/{trait_id}'>> {
    return this.#transport.call(
      'delete',
      '/api/v2/personality/traits/{trait_id}',
      { path: { trait_id: traitId } },
      options,
    );
  }
}
