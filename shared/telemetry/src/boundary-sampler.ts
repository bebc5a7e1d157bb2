import { ROOT_CONTEXT, createContextKey } from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';
import type { IdGenerator, Sampler, SamplingResult } from '@opentelemetry/sdk-trace';

const UNTRUSTED = createContextKey('loci.untrusted-parent');

/** Marks the parent in a context as chosen by a client. */
export const withUntrustedParent = (context: Context): Context => context.setValue(UNTRUSTED, true);

/**
 * Wraps a sampler, so that it decides about a span with an untrusted parent as about a new trace. It does not receive the
 * trace ID of the client either: a sampler by trace ID would let a client choose an ID that is always recorded.
 */
export const boundarySampler = (sampler: Sampler, ids: Pick<IdGenerator, 'generateTraceId'>): Sampler => ({
  shouldSample: (context, traceId, ...span): SamplingResult =>
    context.getValue(UNTRUSTED) === true
      ? sampler.shouldSample(ROOT_CONTEXT, ids.generateTraceId(), ...span)
      : sampler.shouldSample(context, traceId, ...span),
  toString: () => `Boundary{${sampler.toString()}}`,
});
