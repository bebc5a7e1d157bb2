import { parse } from 'yaml';

interface Service {
  restart?: string;
  healthcheck?: { test?: unknown; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
}

/**
 * Finds invalid `depends_on` entries in a compose file: unknown services, waiting for the health of a service
 * without a health check, and waiting for the completion of a service that restarts.
 *
 * @returns one line per problem
 */
export function startOrderProblems(text: string): string[] {
  const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
  return Object.entries(services).flatMap(([name, { depends_on = {} }]) =>
    Object.entries(depends_on).flatMap(([other, { condition }]) => {
      const awaited = services[other];
      if (awaited === undefined) return [`${name} waits for ${other}, which does not exist`];
      const { healthcheck, restart } = awaited;
      if (condition === 'service_healthy' && (healthcheck?.test === undefined || healthcheck.disable)) {
        return [`${name} waits for the health of ${other}, which has no health check`];
      }
      if (condition === 'service_completed_successfully' && restart !== 'no') {
        return [`${name} waits for the completion of ${other}, which restarts`];
      }
      return [];
    }),
  );
}
