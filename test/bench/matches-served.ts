/**
 * M1 in the product: a server that has just started is asked for the matches of one person, so that it reads the event's
 * people, hands them to its worker and takes the lists back. Other requests come in all the while.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createTenant } from '#server/operations/demo/create-tenant.ts';
import { readConfig } from '#server/start/config.ts';
import { startServer } from '#server/start/open-server.ts';
import type { TenantStore } from '#server/store/contract.ts';
import { must } from '#shared/base/assert.ts';
import { dayMs, isoTime } from '#shared/base/time.ts';
import type { ProfileWords } from '#shared/networking/profile.ts';
import type { Row } from './row.ts';
import { waitRows, waitsDuring } from './waits.ts';

/** People that one commit writes. */
const atOnce = 500;
const askAgainMs = 200;
/** The lists of the worker are there long before. */
const answersMax = 100;

async function writePeople(store: TenantStore, event: string, profiles: readonly ProfileWords[]): Promise<string> {
  let first = '';
  for (let from = 0; from < profiles.length; from += atOnce) {
    const done = await store.commit('system:bench', async (tx) => {
      const [type] = await tx.find('ticket_types', {
        where: { kind: 'field', path: 'event', op: 'equals', value: event },
        limit: 1,
      });
      for (const [n, words] of profiles.slice(from, from + atOnce).entries()) {
        const name = `P${from + n}`;
        const { id } = await tx.create('registrations', {
          ...{ event, ticketType: type?.id, name, email: `${name}@example.org`, amount: 0, currency: 'USD' },
          ...{ status: 'confirmed', paymentStatus: 'not_required' },
          ...{ ticketNumber: `${event}${from + n}`.slice(-38), pageSecret: `${event}${from + n}` },
        });
        await tx.create('attendee_profiles', { event, registration: id, ...words, networkingOptIn: true });
        first ||= id;
      }
      return { ok: true, value: null };
    });
    if (!done.ok) throw new Error(done.errors[0].message);
  }
  return first;
}

/** @returns the address of the matches of one person, and the key that reads them */
async function prepare(dataDir: string, profiles: readonly ProfileWords[]) {
  const server = await startServer(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }));
  const { assembly } = server;
  const made = await createTenant(assembly, { slug: 'bench', plan: 'enterprise', modules: ['events'] });
  if (!made.ok) throw new Error(made.errors[0].message);
  const { apiKey, tenant } = made.value;
  const startsAt = Date.now() + dayMs;
  const answer = await fetch(`${server.url}/api/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ name: 'Bench', type: 'conference', timezone: 'UTC' },
      ...{ startsAt: isoTime(startsAt), endsAt: isoTime(startsAt + dayMs) },
      tickets: [{ id: 'free', name: 'Free', price: 0, currency: 'USD', quantity: -1 }],
    }),
  });
  const body = (await answer.json()) as { readonly id?: string };
  const event = must(body.id, `an event: ${JSON.stringify(body)}`);
  const store = await assembly.directory.open(must(await assembly.directory.byId(tenant.id), 'the tenant'));
  const first = await writePeople(store, event, profiles);
  await server.stop();
  return { apiKey, path: `/api/v1/events/${event}/networking/matches?registrationId=${first}` };
}

export async function benchServedMatches(profiles: readonly ProfileWords[]): Promise<readonly Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  try {
    const { apiKey, path } = await prepare(dataDir, profiles);
    const server = await startServer(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }));
    const matches = async () => {
      const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${apiKey}` } });
      if (answer.status !== 200) throw new Error(await answer.text());
      const { matches: found } = (await answer.json()) as {
        readonly matches: readonly { readonly profileId: string }[];
      };
      return found.map(({ profileId }) => profileId).join();
    };
    /** Computed on demand at first; by the worker, who shares the attention, the list is another one. */
    const untilShared = async () => {
      const alone = await matches();
      for (let n = 0; n < answersMax; n += 1) {
        await setTimeout(askAgainMs);
        if ((await matches()) !== alone) return;
      }
    };
    const waits = await waitsDuring(`${server.url}/healthz`, untilShared());
    await server.stop();
    return waitRows(`a server that just started matches ${profiles.length.toLocaleString('en')}`, waits);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
