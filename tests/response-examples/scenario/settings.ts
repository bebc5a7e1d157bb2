import type { ScenarioTenant } from './scenario-tenant.ts';

/** Records changes of settings. They apply to later writes and reads. */
export async function recordSettings({ loci, record }: ScenarioTenant): Promise<void> {
  const defaults = [{ memory_type: 'conversation' as const, ttl_seconds: 86_400 }];
  await record(() => loci.settings.setRetention({ defaults }));
  await record(() => loci.settings.retention());
  await record(() => loci.settings.setSecretFilter({ action: 'redact' }));
  await record(() => loci.settings.secretFilter());
  await record(() => loci.settings.setReaders({ recording: false }));
  await record(() => loci.settings.readers());
}
