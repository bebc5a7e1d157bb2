import { getTracing } from './tracing.ts';
import type { SpanOptions } from './tracing.ts';

type AsyncMethod = (...parameters: unknown[]) => Promise<unknown>;

/**
 * Returns an object whose listed methods run in child spans of the active span. Returns the object itself if tracing is off,
 * so call it after `startTelemetry`. The listed methods must return promises.
 *
 * @param describe returns the span of a call. It receives the arguments to count them, and must not copy their content.
 */
export function traceMethods<T extends object>(
  target: T,
  methods: readonly (keyof T & string)[],
  describe: (method: string, parameters: readonly unknown[]) => Omit<SpanOptions, 'parent'>,
): T {
  const tracing = getTracing();
  if (tracing === null) return target;
  const traced = new Map<PropertyKey, AsyncMethod>(
    methods.map((method) => {
      const call: AsyncMethod = (...parameters) =>
        tracing.inChildSpan(describe(method, parameters), () =>
          (target[method] as AsyncMethod).apply(target, parameters),
        );
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
