/**
 * The events module on a real SQLite store, without surfaces: operations go the way the platform sends them, followers
 * run by hand until nothing is left, and the clock stands still until it is moved.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ActionAnswer, type SignedMessage } from '#server/core/collections/action.ts';
import type { FollowerContext } from '#server/core/collections/follower.ts';
import type { Module } from '#server/core/collections/module.ts';
import type { Outcome } from '#server/core/collections/operation.ts';
import { createModules } from '#server/core/collections/registry.ts';
import { runOperation } from '#server/core/collections/run-operation.ts';
import type { Actor } from '#server/core/policy/actor.ts';
import { rootBytes, secretsOf } from '#server/identity/credentials/secrets.ts';
import { createEd25519Signer } from '#server/modules/events/ed25519.ts';
import type { Letter } from '#server/modules/events/letters/letter.ts';
import { createEventsModule } from '#server/modules/events/module.ts';
import type { Part } from '#server/modules/events/part.ts';
import type { EventsPorts, Mailer } from '#server/modules/events/ports.ts';
import { showLetter } from '#server/outbound/mail/compose-mail.ts';
import type { Reader, TenantStore } from '#server/store/contract.ts';
import { findEngine } from '#server/store/postgres/cluster/find-engine.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { must } from '#shared/base/assert.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { type Clock, isoTime, parseTime } from '#shared/base/time.ts';
import { where } from '#shared/query/query.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';

export const openingTime = must(parseTime('2026-05-04T07:00:00Z'), 'a time');
export const webhookSecret = 'whsec_test_of_the_events_module';

export type Body = Readonly<Record<string, unknown>>;

export interface Answered {
  readonly status: number;
  readonly body: Body;
}

/** What stands in an answer at a dotted path, e.g. `ticket.qrCode`. */
export function at(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Body | undefined)?.[name], body);
}

export function textAt(body: unknown, path: string): string {
  const value = at(body, path);
  if (typeof value !== 'string') throw new Error(`no text at ${path} in ${JSON.stringify(body)}`);
  return value;
}

export function listAt(body: unknown, path: string): readonly Body[] {
  const value = at(body, path);
  if (!Array.isArray(value)) throw new Error(`no list at ${path} in ${JSON.stringify(body)}`);
  return value;
}

function parsedOrNull(rawBody: string): unknown {
  try {
    return JSON.parse(rawBody);
  } catch {
    return null;
  }
}

/** As HTTP hands it over. */
function signedMessageOf(input: unknown): SignedMessage {
  const { rawBody, headers } = input as { rawBody: string; headers: Body };
  const texts = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { rawBody, body: parsedOrNull(rawBody), headers: Object.fromEntries(texts) };
}

export interface EventsModule {
  readonly store: TenantStore;
  readonly module: Module;
  readonly ports: EventsPorts;
  readonly tenant: string;
  readonly letters: Letter[];
  nowMs: number;
  act(action: string, input: unknown, actor?: Actor): Promise<Answered>;
  /** A generated create, as a kiosk's push makes it. */
  create(collection: string, id: string, values: unknown, actor: Actor): Promise<Outcome>;
  update(collection: string, id: string, values: unknown, actor?: Actor): Promise<Outcome>;
  get(collection: string, id: string): Promise<StoredRecord>;
  /** All records whose fields equal these. */
  all(collection: string, values?: Readonly<Record<string, unknown>>): Promise<readonly StoredRecord[]>;
  /** Followers, until none has anything left to do. */
  follow(): Promise<void>;
  /** @param reader what the job reads outside its commits, where a test must come between */
  runJob(name: string, reader?: Reader): Promise<void>;
  kiosk(event: string, gate: string, kiosk: string): Actor;
  close(): Promise<void>;
}

const { seal, open } = secretsOf(randomBytes(rootBytes));

export interface HouseSetting {
  readonly mailer?: Mailer;
  readonly payments?: Partial<EventsPorts['payments']>;
  readonly embeddings?: EventsPorts['embeddings'];
  readonly exports?: EventsPorts['exports'];
  /** Absent: all of them. */
  readonly parts?: readonly Part[];
  /** Of a PostgreSQL database of its own; absent: SQLite. */
  readonly databaseUrl?: string;
}

function portsOf(setting: HouseSetting, clock: Clock, newId: () => string, letters: Letter[]): EventsPorts {
  return {
    clock,
    newId,
    randomBytes: (size) => randomBytes(size),
    seal,
    open,
    signer: createEd25519Signer(),
    mailer: setting.mailer ?? {
      async send(letter) {
        letters.push(letter);
        return { kind: 'sent', messageId: letter.messageId };
      },
    },
    showLetter,
    publicUrl: 'https://tickets.example.org',
    pagesUrl: 'https://tickets.example.org',
    slugOf: async () => ({ tenant: 'hafen', sandbox: false }),
    embeddings: setting.embeddings ?? null,
    payments: {
      mode: 'test',
      webhookSecrets: [webhookSecret],
      minimalMessages: 'accepted',
      isSandbox: async () => false,
      ...setting.payments,
    },
    ...(setting.exports && { exports: setting.exports }),
  };
}

interface Followed {
  readonly tenant: string;
  readonly store: TenantStore;
  readonly module: Module;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** The module's followers and jobs, run by hand. */
function followersOf({ clock, module, newId, store, tenant }: Followed) {
  const cursors = new Map<string, number>();

  function contextOf(name: string): FollowerContext {
    return {
      tenant,
      clock,
      newId,
      reader: store,
      commit: async (plan) => {
        const done = await store.commit(`system:${name}`, plan);
        return done.ok ? { ok: true, value: done.value.value } : done;
      },
    };
  }

  async function followOnce(): Promise<boolean> {
    let moved = false;
    for (const follower of module.followers ?? []) {
      const from = cursors.get(follower.name) ?? 0;
      const changes = await store.since(from, { limit: 1_000, collections: follower.collections });
      if (changes.length === 0) continue;
      await follower.handle(changes, contextOf(follower.name));
      cursors.set(follower.name, changes.at(-1)!.seq);
      moved = true;
    }
    return moved;
  }

  return { contextOf, followOnce };
}

export async function openEventsModule(setting: HouseSetting = {}): Promise<EventsModule> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-events-'));
  const letters: Letter[] = [];
  const time = { nowMs: openingTime };
  const clock = () => time.nowMs;
  const newId = () => uuidv7(time.nowMs, randomBytes(10));
  const tenant = uuidv7(openingTime, randomBytes(10));
  const ports = portsOf(setting, clock, newId, letters);
  const module = createEventsModule(ports, setting.parts);
  const modules = createModules([module], ports.seal);
  const { databaseUrl } = setting;
  const stores =
    databaseUrl === undefined
      ? openSqliteStore({ folder, clock, newId })
      : openPostgresStore({ url: databaseUrl, clock, newId, findEngine, connections: 6 });
  const store = await stores.tenant(tenant);
  await store.migrate([...module.collections, ...(module.internal ?? [])]);

  const scene = { store, registry: modules.registryOf(['events']), modules, clock, newId };
  const organizer: Actor = {
    tenant,
    kind: 'key',
    id: 'organizer',
    scopes: new Set(['events:read', 'events:write']),
    roles: new Set(),
  };
  const { contextOf, followOnce } = followersOf({ tenant, store, module, clock, newId });

  const house: EventsModule = {
    store,
    module,
    ports,
    tenant,
    letters,
    get nowMs() {
      return time.nowMs;
    },
    set nowMs(ms) {
      time.nowMs = ms;
    },
    async act(action, input, actor = organizer) {
      const signed = module.actions.find(({ definition }) => definition.name === action)?.verify;
      const verified = signed?.(signedMessageOf(input), clock());
      // As the surface that takes signed messages answers it.
      if (verified?.ok === false) return { status: 400, body: { errors: verified.errors } };
      const operation = { verb: 'act', action, input, ...(verified && { verified: verified.value }) } as const;
      const outcome = await runOperation(scene, actor, operation);
      if (outcome.kind === 'refused') {
        const [first] = outcome.errors;
        return { status: modules.statusOf(first.code), body: { errors: outcome.errors } };
      }
      if (outcome.kind !== 'answer') throw new Error(`an action answered a ${outcome.kind}`);
      const { value } = outcome;
      if (value instanceof ActionAnswer) return { status: value.status, body: value.body as Body };
      const http = module.actions.find(({ definition }) => definition.name === action)?.definition.http;
      return { status: http?.status ?? 200, body: value as Body };
    },
    create: (collection, id, input, actor) => runOperation(scene, actor, { verb: 'create', collection, id, input }),
    update: (collection, id, input, actor = organizer) =>
      runOperation(scene, actor, { verb: 'update', collection, id, input }),
    async get(collection, id) {
      return must(await store.get(collection, id), `a record of ${collection}`);
    },
    all: (collection, values = {}) => store.find(collection, { where: where(values), limit: 100_000 }),
    async follow() {
      while (await followOnce());
    },
    async runJob(name, reader = store) {
      const job = must(
        module.jobs?.find((one) => one.name === name),
        `the job ${name}`,
      );
      await job.run({ ...contextOf(name), reader });
    },
    kiosk: (event, gate, kiosk) => ({
      tenant,
      kind: 'kiosk',
      id: kiosk,
      scopes: new Set(['kiosk']),
      roles: new Set(),
      kiosk: { kiosk, event, gate, role: 'gate' },
    }),
    async close() {
      await stores.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return house;
}

/** An event a week ahead, eight hours long, with a paid, a free and a scarce ticket type. */
export function sampleEvent(more: Readonly<Record<string, unknown>> = {}) {
  return {
    name: 'Harbour Conference',
    type: 'conference',
    startsAt: isoTime(openingTime + 7 * 86_400_000),
    endsAt: isoTime(openingTime + 7 * 86_400_000 + 8 * 3_600_000),
    timezone: 'Europe/Oslo',
    tickets: [
      { id: 'standard', name: 'Standard', price: 49, currency: 'USD', quantity: -1 },
      { id: 'free', name: 'Community', price: 0, currency: 'USD', quantity: 50 },
      { id: 'scarce', name: 'Early bird', price: 19.99, currency: 'EUR', quantity: 2 },
    ],
    ...more,
  };
}

/** Of an event whose paid tickets wait for a bank transfer: no processor takes part. */
export const byBankTransfer = { stripe: { enabled: false, bankTransfer: { enabled: true } } };

export const ada = { name: 'Ada Lovelace', email: 'ada@example.org', company: 'Analytical Engines', role: 'Founder' };

/** A confirmed registration: its answer with a code signed now. */
export async function confirmedPlace(
  house: EventsModule,
  eventId: string,
  attendee: object = ada,
  ticketType = 'free',
) {
  const made = await house.act('events.register', { eventId, ticketType, attendee });
  const id = textAt(made.body, 'id');
  if (made.body['payment']) await house.act('events.pay_test', { registrationId: id });
  await house.follow();
  return { id, qrCode: textAt(made.body, 'ticket.qrCode'), ticketNumber: textAt(made.body, 'ticket.id') };
}

/** A code of the same ticket, signed at the moment. */
export async function codeNow(house: EventsModule, eventId: string, registrationId: string): Promise<string> {
  return textAt((await house.act('events.registration', { eventId, registrationId })).body, 'ticket.qrCode');
}
