/**
 * Figures L1 and L2: one lead scan from its push until the server answers that it is durable, and 10,000 leads going up from
 * exhibitors' devices until the last of them is a lead. Against a whole server with SQLite on this machine's disk. Called by run.ts.
 */
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import { type PairedKiosk, pairKiosk } from '#test/fixtures/paired-kiosk.ts';
import { openTestServer } from '#test/fixtures/test-server.ts';
import { openTwoEvents } from '#test/fixtures/two-events.ts';
import { type BenchSetting, percentile, type Row, scaled } from './row.ts';

/** As a push takes them. */
const batchMax = 200;
const devices = 4;
const pauseMs = 20;

let made = 0;
const newId = () => {
  made += 1;
  return uuidv7(
    Date.now(),
    Uint8Array.from({ length: 10 }, (_, i) => (made >> (i * 3)) & 255),
  );
};

const scanOf = (event: string, exhibitor: string, badge: string, by: PairedKiosk) => ({
  ...{ id: newId(), event, exhibitor, badge, device: by.id },
  ...{ at: isoTime(Date.now()), by: 'bench', kind: 'captured', value: null },
});

async function pushAll(phone: PairedKiosk, rows: readonly unknown[]): Promise<void> {
  for (let at = 0; at < rows.length; at += batchMax) {
    const { body } = await phone.push('lead_edits', rows.slice(at, at + batchMax));
    const refused = (body['items'] as readonly { outcome: string }[]).filter(({ outcome }) => outcome !== 'accepted');
    if (refused.length > 0) throw new Error(JSON.stringify(refused[0]));
  }
}

/** L1, L2. Every exhibitor scans every visitor: so many leads. */
export async function benchLeads({ scale }: BenchSetting): Promise<Row[]> {
  const leads = scaled(10_000, scale);
  const visitors = Math.max(20, Math.ceil(Math.sqrt(leads)));
  const house = await openTestServer();
  try {
    const here = await openTwoEvents(house, 'fair', visitors * 2);
    const event = here.demo.eventId;
    const badges = here.registrations
      .filter((one) => one['event'] === event && one['status'] === 'confirmed')
      .map((one) => String(one['badgeCode']))
      .slice(0, visitors);
    const phones: { readonly exhibitor: string; readonly phone: PairedKiosk }[] = [];
    for (let n = 0; n < Math.ceil(leads / badges.length) + 1; n += 1) {
      const json = { name: `Exhibitor ${n}` };
      const { body } = await house.send('POST', `/events/${event}/exhibitors`, { key: here.apiKey, json });
      const exhibitor = String(body['id']);
      phones.push({ exhibitor, phone: await pairKiosk(house, here.demo.tenant, event, null, 'exhibitor', exhibitor) });
    }
    const [first, ...others] = phones;
    if (!first) throw new Error('no exhibitor');
    const times: number[] = [];
    for (const badge of badges) {
      const startMs = performance.now();
      await pushAll(first.phone, [scanOf(event, first.exhibitor, badge, first.phone)]);
      times.push(performance.now() - startMs);
    }
    const startMs = performance.now();
    const lanes = Array.from({ length: devices }, (_, lane) => others.filter((_one, n) => n % devices === lane));
    await Promise.all(
      lanes.map(async (lane) => {
        for (const { exhibitor, phone } of lane)
          await pushAll(
            phone,
            badges.map((badge) => scanOf(event, exhibitor, badge, phone)),
          );
      }),
    );
    const durableMs = performance.now() - startMs;
    const all = phones.length * badges.length;
    while ((await here.store.count('leads')) < all) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const foldedMs = performance.now() - startMs;
    const up = others.length * badges.length;
    return [
      {
        row: 'L1',
        name: 'a lead scan until it is durable on the server, p99',
        value: percentile(times, 0.99),
        unit: 'ms',
      },
      { row: 'L1', name: 'the same, median', value: percentile(times, 0.5), unit: 'ms' },
      {
        row: 'L2',
        name: `${up} lead scans up from ${devices} devices at once, durable`,
        value: durableMs / 1_000,
        unit: 's',
      },
      { row: 'L2', name: 'the same, until the last one is a lead', value: foldedMs / 1_000, unit: 's' },
    ];
  } finally {
    await house.close();
  }
}
