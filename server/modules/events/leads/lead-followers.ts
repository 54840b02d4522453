/**
 * Two followers of the log that keep leads up to date: one folds the edits that devices push into leads, the other folds all
 * leads of a visitor again when a value that they show has changed.
 */
import { ok } from '#shared/base/result.ts';
import { type LeadEditRecord, leadEdits, leads } from '#shared/modules/events/lead.ts';
import { attendeeProfiles } from '#shared/modules/events/networking.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import { type Follower, recordIn } from '../../../core/collections/follower.ts';
import type { Change } from '../../../store/contract.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { foldLead, type LeadKey } from './fold-lead.ts';

/** Booths that one visitor was scanned at. */
const leadsOfVisitorMax = 2_000;
/** Fields of a registration that a lead shows or depends on. */
const shownFields = ['name', 'company', 'role', 'email', 'contactSharing', 'contactSharingAt', 'badgeCode'] as const;

function keyOf({ event, exhibitor, registration }: LeadEditRecord): LeadKey | null {
  return registration === null ? null : { event, exhibitor, registration };
}

export const followLeadEdits: Follower = {
  name: 'events.leads',
  collections: [leadEdits.name],
  async handle(changes, { commit }) {
    const keys = changes
      .filter(({ op }) => op === 'create')
      .map((change) => keyOf(recordIn(change, leadEdits)))
      .filter((key) => key !== null);
    const byLead = new Map(keys.map((key) => [`${key.exhibitor} ${key.registration}`, key]));
    // All at once: the store commits them together.
    const done = await Promise.all(
      [...byLead.values()].map((key) => commit(async (tx) => ok(await foldLead(tx, key)))),
    );
    done.forEach(throwIfRefused);
  },
};

/** The visitor whose leads show something else from now on; null: none of that changed. */
function visitorOf(change: Change): string | null {
  const { id, op, previous, record } = change;
  const said = (names: readonly string[]) => op !== 'update' || names.some((name) => previous && name in previous);
  if (change.collection === registrations.name) return op !== 'create' && said(shownFields) ? id : null;
  return said(['phone']) ? String(record['registration']) : null;
}

export const followVisitors: Follower = {
  name: 'events.lead-visitors',
  collections: [registrations.name, attendeeProfiles.name],
  async handle(changes, { commit, reader }) {
    const visitors = new Set(changes.map(visitorOf).filter((id) => id !== null));
    for (const registration of visitors) {
      const found = await reader.find(leads, { where: where({ registration }), limit: leadsOfVisitorMax });
      const done = await Promise.all(
        found.map(({ event, exhibitor }) =>
          commit(async (tx) => ok(await foldLead(tx, { event, exhibitor, registration }))),
        ),
      );
      done.forEach(throwIfRefused);
    }
  },
};
