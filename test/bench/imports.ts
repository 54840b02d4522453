/**
 * 50,000 attendees of a pretix sheet imported over HTTP, with their codes, and exported again as CSV and XLSX; with the
 * memory of the server, which runs in this process. `node test/bench/imports.ts [attendees]`, without the rest of the bench.
 */
import { randomBytes } from 'node:crypto';
import { openHouse } from '#test/fixtures/open-house.ts';

const count = Number(process.argv[2] ?? 50_000);
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const secret = () => Array.from(randomBytes(32), (byte) => alphabet[byte % alphabet.length]).join('');
const mib = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
}, 100);

function sheet(): string {
  const lines = [
    'Order code,Position ID,Status,Email,Product,Price,Attendee name,Attendee email,Company,Ticket secret,Diet',
  ];
  for (let n = 0; n < count; n++)
    lines.push(
      `O${Math.floor(n / 2)}X,${(n % 2) + 1},Paid,buyer${n}@example.org,Conference,120.00,Person ${n},p${n}@example.org,Company ${n % 900},${secret()},Vegan`,
    );
  return lines.join('\r\n');
}

const house = await openHouse();
try {
  const tenant = await house.tenant('bench', 'enterprise');
  const json = {
    ...{ name: 'Bench', type: 'conference', startsAt: '2027-05-04T08:00:00Z', endsAt: '2027-05-06T18:00:00Z' },
    tickets: [{ id: 'standard', name: 'Standard', price: 20, currency: 'EUR' }],
  };
  const { body } = await house.send('POST', '/events', { key: tenant.apiKey, json });
  const event = String(body['id']);
  const headers = { Authorization: `Bearer ${tenant.apiKey}` };
  const form = new FormData();
  form.set('createTicketTypes', 'true');
  form.set('file', new Blob([sheet()]), 'people.csv');
  const before = process.memoryUsage().rss;
  peak = before;
  const begun = performance.now();
  const sent = await fetch(`${house.url}/events/${event}/imports`, { method: 'POST', body: form, headers });
  const { id } = (await sent.json()) as { id: string };
  const read = performance.now();
  for (;;) {
    const record = (await house.send('GET', `/api/v1/attendee_imports/${id}`, { key: tenant.apiKey })).body['data'];
    const { state, created } = record as { state: string; created: number };
    if (state !== 'running') {
      console.log(`${state}: ${created} created`);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1);
  console.log(
    `import: read ${((read - begun) / 1000).toFixed(1)} s, whole ${seconds(begun)} s, ${mib(before)} → ${mib(peak)}`,
  );
  for (const format of ['csv', 'xlsx']) {
    peak = process.memoryUsage().rss;
    const from = performance.now();
    const answer = await fetch(`${house.url}/events/${event}/export?dataset=registrations&format=${format}`, {
      headers,
    });
    let bytes = 0;
    for await (const chunk of answer.body!) bytes += chunk.length;
    console.log(`export ${format}: ${seconds(from)} s, ${mib(bytes)}, at most ${mib(peak)}`);
  }
} finally {
  clearInterval(watch);
  await house.close();
}
