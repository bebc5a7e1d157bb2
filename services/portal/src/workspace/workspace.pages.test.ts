import { describe, expect, test } from '@jest/globals';
import { localeOf } from '../texts/texts.ts';
import { deletionStatusPage } from './workspace.pages.ts';

const AT = '2026-11-23T11:01:29.946Z';
const receipt = {
  stores: [
    { service: 'memory', store: 'memories', found_before: 2381, found_after: 0 },
    { service: 'memory', store: 'contradictions', found_before: 0, found_after: 0 },
  ],
  retained: [{ item: 'event_log', description: 'Events <in> Kafka.', until: AT }],
  digest: 'ab12',
};
const bodyOf = (deletion: Parameters<typeof deletionStatusPage>[1]): string =>
  deletionStatusPage(localeOf('en'), deletion).body.text;

describe('the page of the deletion of a workspace', () => {
  test('shows the stores that contained data, the kept data and the digest', () => {
    const body = bodyOf({ status: 'deleted', deletion_requested_at: AT, data_deleted_at: AT, receipt });
    expect(body).toContain('Loci searched 2 stores');
    expect(body).toContain('<td data-label="Found before">2,381</td>');
    expect(body).not.toContain('contradictions');
    expect(body).toContain('Events &lt;in&gt; Kafka.');
    expect(body).toContain('>ab12</code>');
  });

  test('has no receipt while the data is being deleted', () => {
    const times = { deletion_requested_at: AT, data_deleted_at: null };
    const body = bodyOf({ status: 'deleting', ...times, receipt: null });
    expect(body).toContain('The data is being deleted.');
    expect(body).not.toContain('Receipt');
  });
});
