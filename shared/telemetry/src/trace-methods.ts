import { errorType } from './error-type.ts';
import type { ObserveOperation } from './observe-operation.ts';
import { getTracing } from './tracing.ts';
import type { SpanOptions } from './tracing.ts';

type AsyncMethod = (...parameters: unknown[]) => Promise<unknown>;

/**
 * Returns an object whose listed methods run in child spans of the active span. Returns the object itself if tracing is off
 * and `observe` is absent, so call it after `startTelemetry`. The listed methods must return promises.
 *
 * @param describe returns the span of a call. It receives the arguments to count them, and must not copy their content.
 * @param observe receives the name and the duration of each call
 */
export function traceMethods<T extends object>(
  target: T,
  methods: readonly (keyof T & string)[],
  describe: (method: string, parameters: readonly unknown[]) => Omit<SpanOptions, 'parent'>,
  observe?: ObserveOperation,
): T {
  const tracing = getTracing();
  if (tracing === null && observe === undefined) return target;
  const traced = new Map<PropertyKey, AsyncMethod>(
    methods.map((method) => {
      const original: AsyncMethod = (...parameters) =>
        (target[method] as AsyncMethod).apply(target, parameters);
      const observed = observe === undefined ? original : observeCalls(method, original, observe);
      const call: AsyncMethod = (...parameters) =>
        tracing === null
          ? observed(...parameters)
          : tracing.inChildSpan(describe(method, parameters), () => observed(...parameters));
      return [method, call];
    }),
  );
  return new Proxy(target, {
    get: (_target, property) => {
      const method = traced.get(property);
      if (method) return method;
      // Methods of a class read private fields, which the proxy does not have.
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

function observeCalls(operation: string, call: AsyncMethod, observe: ObserveOperation): AsyncMethod {
  return async (...parameters) => {
    const startedAt = performance.now();
    let failure: string | null = null;
    try {
      return await call(...parameters);
    } catch (error) {
      failure = errorType(error);
      throw error;
    } finally {
      observe(operation, (performance.now() - startedAt) / 1_000, failure);
    }
  };
}
