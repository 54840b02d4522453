/**
 * The modules of a box: every collection and rule of the server, and of what goes on by itself only what follows from scans
 * and walk-ins. Letters, payments, waiting lists and points are the business of the server upstream, which has the same
 * scans: done here as well, they would be done twice.
 */
import { ok } from '#shared/base/result.ts';
import { scans } from '#shared/modules/events/gate.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import { type Follower, recordIn } from '../../core/collections/follower.ts';
import type { Module } from '../../core/collections/module.ts';
import { reconcileTicket } from '../../modules/events/checkin/reconcile-scans.ts';
import { throwIfRefused } from '../../modules/events/throw-if-refused.ts';
import type { Reader } from '../../store/contract.ts';
import { boxHeard, boxRows, boxSettings, boxStates, sealedBoxFields } from './tables.ts';

const followersHere: ReadonlySet<string> = new Set(['events.reconcile', 'events.walk-ins']);
const runnersHere: ReadonlySet<string> = new Set(['events.watch-presence']);
/** Maximum number of scans read for one person, by registration and by ticket each. */
const scansMax = 1_000;

async function listsOf(reader: Reader, { id, ticketNumber }: RegistrationRecord): Promise<ReadonlySet<string>> {
  const by = (values: Readonly<Record<string, unknown>>) =>
    reader.find(scans, { where: where(values), limit: scansMax });
  const found = [...(await by({ registration: id })), ...(await by({ ticketNumber }))];
  return new Set(found.map(({ list }) => list));
}

/** A person who was registered at another gate may come down after the scan that let the person in. */
const lateRegistrations: Follower = {
  name: 'box.late-registrations',
  collections: ['registrations'],
  async handle(changes, { clock, commit, reader }) {
    for (const change of changes) {
      if (change.op !== 'create') continue;
      const registration = recordIn(change, registrations);
      for (const list of await listsOf(reader, registration)) {
        const ticket = { ...registration, registration: registration.id };
        const done = await commit(async (tx) => {
          await reconcileTicket(tx, ticket, list, clock());
          return ok(null);
        });
        throwIfRefused(done);
      }
    }
  },
};

const boxModule: Module = {
  name: 'box',
  always: true,
  collections: [],
  internal: [boxStates, boxRows, boxSettings, boxHeard],
  actions: [],
  followers: [lateRegistrations],
  sealed: sealedBoxFields,
};

export function boxedModules(all: readonly Module[]): readonly Module[] {
  const quiet = all.map((module) => ({
    ...module,
    followers: (module.followers ?? []).filter(({ name }) => followersHere.has(name)),
    runners: (module.runners ?? []).filter(({ name }) => runnersHere.has(name)),
    jobs: [],
    pages: [],
    intakes: [],
  }));
  return [...quiet, boxModule];
}
