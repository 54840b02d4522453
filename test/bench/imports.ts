/**
 * 50,000 attendees of a pretix sheet imported over HTTP, with their codes, and exported again as CSV and XLSX; with the
 * memory of the server, which runs in this process. `node test/bench/imports.ts [attendees] [hostile]`, without the rest of the
 * bench; `hostile`: a file with everything wrong in it.
 */
import { randomBytes } from 'node:crypto';
import { hostilePeople } from '#test/fixtures/hostile-people.ts';
import { openTestServer } from '#test/fixtures/test-server.ts';

const count = Number(process.argv[2] ?? 50_000);
const isHostile = process.argv[3] === 'hostile';
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

/** The longest that the main thread worked without looking at what has come, by its own processor time: other programs do not count. */
function watchTurns() {
  let [longest, on] = [0, true];
  let before = process.threadCpuUsage();
  const turn = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, (now.user - before.user + now.system - before.system) / 1_000);
    before = now;
    if (on) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    stop: () => {
      on = false;
      return longest;
    },
  };
}

/** What the server answers to a file. */
interface TakenFile {
  readonly id: string;
  readonly notes: readonly string[];
  /** The first of them, with their reasons. */
  readonly refused: readonly { readonly errors: readonly { readonly code: string }[] }[];
}

/** How often each reason stands in the answer, and what it says of the file as a whole. */
function reasonsOf({ notes, refused }: TakenFile): string {
  const counts = new Map<string, number>();
  for (const { errors } of refused) {
    for (const { code } of errors) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const reasons = [...counts].map(([code, times]) => `${code} ${times}`).join(', ');
  return `of ${refused.length} named: ${reasons || 'none'}; ${notes.join(' ')}`;
}

/** Ticket numbers to look up at the gate. */
async function codesOf(event: string, key: string): Promise<string[]> {
  const path = `/api/v1/registrations?where[event][equals]=${event}&limit=200&fields=ticketNumber`;
  const { body } = await house.send('GET', path, { key });
  return (body['data'] as { ticketNumber: string }[]).map(({ ticketNumber }) => ticketNumber);
}

/** One after another until it is stopped. @returns how many were answered */
function checkInAll(event: string, key: string, numbers: readonly string[]) {
  let [on, count] = [true, 0];
  const running = (async () => {
    for (let n = 0; on; n++) {
      const qrCode = JSON.stringify({
        type: 'event_ticket',
        ticketNumber: numbers[n % numbers.length],
        timestamp: 0,
        sig: '',
      });
      await house.send('POST', `/events/${event}/checkin`, { key, json: { qrCode, gateId: 'main' } });
      count += 1;
    }
    return count;
  })();
  return {
    stop: () => {
      on = false;
      return running;
    },
  };
}

const house = await openTestServer();
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
  if (!isHostile) form.set('createTicketTypes', 'true');
  form.set('file', new Blob([isHostile ? hostilePeople(count).bytes : sheet()]), 'people.csv');
  const before = process.memoryUsage().rss;
  peak = before;
  const begun = performance.now();
  const cpu = process.cpuUsage();
  const sent = await fetch(`${house.url}/events/${event}/imports`, { method: 'POST', body: form, headers });
  const taken = (await sent.json()) as TakenFile;
  const read = performance.now();
  for (;;) {
    const record = (await house.send('GET', `/api/v1/attendee_imports/${taken.id}`, { key: tenant.apiKey })).body[
      'data'
    ];
    const { state, created, refused } = record as { state: string; created: number; refused: number };
    if (state !== 'running') {
      console.log(`${state}: ${created} created, ${refused} refused; ${reasonsOf(taken)}`);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1);
  const { user, system } = process.cpuUsage(cpu);
  console.log(`import: ${((user + system) / 1e6).toFixed(1)} s of processor`);
  console.log(
    `import: read ${((read - begun) / 1000).toFixed(1)} s, whole ${seconds(begun)} s, ${mib(before)} → ${mib(peak)}`,
  );
  const codes = await codesOf(event, tenant.apiKey);
  for (const format of ['csv', 'xlsx']) {
    const gate = checkInAll(event, tenant.apiKey, codes);
    const turns = watchTurns();
    peak = process.memoryUsage().rss;
    const from = performance.now();
    const answer = await fetch(`${house.url}/events/${event}/export?dataset=registrations&format=${format}`, {
      headers,
    });
    let bytes = 0;
    for await (const chunk of answer.body!) bytes += chunk.length;
    const [longest, checkedIn] = [turns.stop(), await gate.stop()];
    console.log(`export ${format}: ${seconds(from)} s, ${mib(bytes)}, at most ${mib(peak)}`);
    console.log(
      `  with ${checkedIn} check-ins beside it; longest turn of the main thread ${longest.toFixed(1)} ms of processor`,
    );
  }
} finally {
  clearInterval(watch);
  await house.close();
}
