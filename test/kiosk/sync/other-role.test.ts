/** A gate kiosk that becomes another role with scans in its queue: what its new role may not send stays, and blocks nothing. */
import { expect, test } from 'vitest';
import type { ScanDoc } from '#kiosk/store/rows.ts';
import type { Link } from '#kiosk/sync/link.ts';
import { offerScans } from '#kiosk/sync/offer-scans.ts';

const message = 'A kiosk with the role self-service may not push walk_ins.';

test('SY9 its walk-ins are parked with that reason, and the scans after them go up', async () => {
  const asked: string[] = [];
  const link = {
    whenUp: async () => undefined,
    async ask({ path, body }: { readonly path: string; readonly body: { readonly rows: readonly object[] } }) {
      asked.push(path);
      if (path.includes('walk_ins')) return { kind: 'refused', status: 403, code: 'device_not_allowed', message };
      const items = body.rows.map((row) => {
        const { id } = (row as { readonly newDocumentState: { readonly id: string } }).newDocumentState;
        return { id, outcome: 'accepted', code: null, message: null, record: null };
      });
      return { kind: 'ok', body: { items, time: { now: 1, sig: 'signed' } } };
    },
  } as unknown as Link;
  const row = (counter: number, walkIn?: object) =>
    ({
      id: `scan-${counter}`,
      counter,
      scan: { id: `scan-${counter}`, counter, ...(walkIn && { walkIn }) },
    }) as ScanDoc;
  const answered: unknown[] = [];
  await offerScans([row(1), row(2, { id: 'walk-in' }), row(3)], link, {
    answered: async (accepted: readonly { readonly id: string }[], refused: readonly object[]) => {
      answered.push(
        accepted.map(({ id }) => id),
        refused,
      );
    },
  } as unknown as Parameters<typeof offerScans>[2]);
  expect(asked).toEqual(['/api/v1/replication/walk_ins/push', '/api/v1/replication/scans/push']);
  expect(answered).toEqual([
    ['scan-1', 'scan-3'],
    [{ scanId: 'scan-2', counter: 2, code: 'device_not_allowed', message }],
  ]);
});
