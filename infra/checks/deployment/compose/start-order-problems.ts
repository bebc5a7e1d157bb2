import { parse } from 'yaml';

interface Service {
  restart?: string;
  healthcheck?: { test?: unknown; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
}

/**
 * What is wrong with who waits for whom in a compose file: services that are not there, waiting for the health of one
 * that has no check, or for the end of one that is started again.
 *
 * @returns a line each
 */
export function startOrderProblems(text: string): string[] {
  const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
  return Object.entries(services).flatMap(([name, { depends_on = {} }]) =>
    Object.entries(depends_on).flatMap(([other, { condition }]) => {
      const awaited = services[other];
      if (awaited === undefined) return [`${name} waits for ${other}, which is not there`];
      const { healthcheck, restart } = awaited;
      if (condition === 'service_healthy' && (healthcheck?.test === undefined || healthcheck.disable)) {
        return [`${name} waits for the health of ${other}, which has no check`];
      }
      if (condition === 'service_completed_successfully' && restart !== 'no') {
        return [`${name} waits for the end of ${other}, which is started again`];
      }
      return [];
    }),
  );
}
