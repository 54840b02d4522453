/** Bugs on purpose: wraps of real functions that a simulation worth its name finds. Nothing of the product knows them. */
import type { Outcome } from '#server/core/collections/operation.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isObject } from '#shared/base/json.ts';
import type { KioskBugs } from './run-kiosk.ts';
import type { ServerBugs } from './run-server.ts';
import { type VirtualTime, world } from './virtual-time.ts';

/** Work that was put off by so much is lost in a crash. */
const laterMs = 400;
const placesTooMany = 20;

export interface PlantedBug {
  readonly name: string;
  readonly kiosk?: KioskBugs;
  readonly server?: (time: VirtualTime) => ServerBugs;
  /** The kiosk's disk says "written" before it is. */
  readonly earlyDisk?: boolean;
  /** The search begins here instead of at 1: the first world that showed the bug on 28 November 2026. */
  readonly firstSeed?: number;
}

export const plantedBugs: readonly PlantedBug[] = [
  { name: 'early acknowledgement at the kiosk: green before the scan is durable', firstSeed: 2, earlyDisk: true },
  {
    name: 'early acknowledgement at the server: accepted before the commit',
    firstSeed: 57,
    server: () => ({
      platform: (real) => ({
        ...real,
        async run(actor, operation) {
          if (operation.verb !== 'create' || operation.collection !== 'scans') return real.run(actor, operation);
          void real.run(actor, operation).catch(() => {});
          return { kind: 'record', record: { id: operation.id }, created: true } as unknown as Outcome;
        },
      }),
    }),
  },
  {
    name: 'a lost idempotency key: a scan that is sent again gets another id',
    kiosk: {
      client: (real, random) => ({
        ...real,
        async request(request) {
          const rows = isObject(request.body) && Array.isArray(request.body['rows']) ? request.body['rows'] : null;
          if (!request.path.endsWith('/scans/push') || rows === null) return real.request(request);
          const ids = new Map<string, string>();
          const renamed = rows.map((row: unknown) => {
            const scan = (row as { newDocumentState: { id: string } }).newDocumentState;
            const id = uuidv7(1_777_888_999_000, random.bytes(10));
            ids.set(id, scan.id);
            return { newDocumentState: { ...scan, id } };
          });
          const answer = await real.request({ ...request, body: { rows: renamed } });
          if (answer.kind !== 'answer' || !isObject(answer.body) || !Array.isArray(answer.body['items'])) return answer;
          const items = answer.body['items'].map((item: { id: string }) => ({
            ...item,
            id: ids.get(item.id) ?? item.id,
          }));
          return { ...answer, body: { ...answer.body, items } };
        },
      }),
    },
  },
  {
    name: 'a follower that skips: of several changes at once it takes the first',
    firstSeed: 2,
    server: () => ({
      follower: (real) =>
        real.name === 'events.reconcile'
          ? { ...real, handle: (changes, context) => real.handle(changes.slice(0, 1), context) }
          : real,
    }),
  },
  {
    name: 'a follower that does not wait: its cursor is kept before its work is done',
    firstSeed: 5,
    server: (time) => ({
      follower: (real) =>
        real.name === 'events.reconcile'
          ? {
              ...real,
              async handle(changes, context) {
                time.after(world, laterMs, () => void real.handle(changes, context).catch(() => {}));
              },
            }
          : real,
    }),
  },
  {
    name: 'a kiosk that fills more places than it was granted',
    firstSeed: 2,
    kiosk: {
      client: (real) => ({
        ...real,
        async request(request) {
          const answer = await real.request(request);
          if (!request.path.endsWith('.lease_admissions') || answer.kind !== 'answer') return answer;
          if (!isObject(answer.body) || !Array.isArray(answer.body['rooms'])) return answer;
          const rooms = answer.body['rooms'].map((room: { granted: number }) => ({
            ...room,
            granted: room.granted + placesTooMany,
          }));
          return { ...answer, body: { ...answer.body, rooms } };
        },
      }),
    },
  },
  {
    name: 'places that are passed on to another kiosk are filled here, too',
    firstSeed: 108,
    kiosk: { neighbours: (real) => ({ ...real, given: () => 0 }) },
  },
  { name: 'a revoked kiosk that keeps what it heard of others', firstSeed: 7, kiosk: { keepsHeard: true } },
  { name: 'a checkpoint that runs ahead of the disk', firstSeed: 22, kiosk: { checkpointFirst: true } },
  {
    name: 'a dropped answer taken for an acknowledgement',
    kiosk: {
      client: (real) => ({
        ...real,
        async request(request) {
          const answer = await real.request(request);
          const rows = isObject(request.body) && Array.isArray(request.body['rows']) ? request.body['rows'] : null;
          if (answer.kind === 'answer' || rows === null || !request.path.endsWith('/scans/push')) return answer;
          const items = rows.map((row: { newDocumentState: { id: string } }) => ({
            id: row.newDocumentState.id,
            outcome: 'accepted',
          }));
          const time = { now: 0, sig: 'none' };
          return { kind: 'answer', status: 200, body: { items, time }, sentAtMs: 0, receivedAtMs: 0 };
        },
      }),
    },
  },
];
