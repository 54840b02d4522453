/**
 * An exhibitor that was removed from the event, or deleted: its links and devices are revoked. Leads stay, and with them
 * the exhibitor's record, which says whose they are; so one with leads is not deleted.
 */
import { ok } from '#shared/base/result.ts';
import { exhibitorMembers, exhibitors } from '#shared/modules/events/exhibitor.ts';
import { kiosks } from '#shared/modules/events/gate.ts';
import { leadEdits } from '#shared/modules/events/lead.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { where } from '#shared/query/query.ts';
import type { CollectionRule } from '../../../core/collections/action.ts';
import { type Follower, type FollowerContext, recordIn } from '../../../core/collections/follower.ts';
import type { Change } from '../../../store/contract.ts';
import type { EventsPorts } from '../ports.ts';
import { throwIfRefused } from '../throw-if-refused.ts';

export const exhibitorRule: CollectionRule = {
  collection: exhibitors.name,
  async before({ op, values, current }, tx) {
    if (op !== 'delete') return ok(values);
    const hasLeads = (await tx.findOne(leadEdits, { exhibitor: current?.id ?? '' })) !== null;
    return hasLeads ? refuseWith('exhibitor_has_leads') : ok(values);
  },
};

/** Links and devices of one exhibitor: more than it ever has. */
const ofOneMax = 2_000;

async function revokeMembers(exhibitor: string, { commit }: FollowerContext): Promise<void> {
  const done = await commit(async (tx) => {
    const standing = where({ exhibitor, revokedAt: null });
    for (const { id } of await tx.find(exhibitorMembers, { where: standing, limit: ofOneMax }))
      await tx.update(exhibitorMembers, id, { revokedAt: tx.now });
    return ok(null);
  });
  throwIfRefused(done);
}

async function revokeDevices(
  exhibitor: string,
  { reader }: FollowerContext,
  revoke: NonNullable<EventsPorts['revokeDevice']>,
): Promise<void> {
  for (const { id } of await reader.find(kiosks, { where: where({ exhibitor, revokedAt: null }), limit: ofOneMax })) {
    const done = await revoke(id);
    // One that came in with an archive was never paired with this server: it has nothing to end.
    if (!done.ok && done.errors[0].code !== 'not_found') throwIfRefused(done);
  }
}

const isGone = (change: Change): boolean =>
  change.op === 'delete' || (change.op === 'update' && recordIn(change, exhibitors).removedAt !== null);

export const followRemovedExhibitors = ({ revokeDevice }: Pick<EventsPorts, 'revokeDevice'>): Follower => ({
  name: 'events.removed-exhibitors',
  collections: [exhibitors.name],
  async handle(changes, context) {
    for (const exhibitor of new Set(changes.filter(isGone).map(({ id }) => id))) {
      // Brought back meanwhile: what was paired and invited since then stays.
      if ((await context.reader.get(exhibitors, exhibitor))?.removedAt === null) continue;
      await revokeMembers(exhibitor, context);
      if (revokeDevice) await revokeDevices(exhibitor, context, revokeDevice);
    }
  },
});
