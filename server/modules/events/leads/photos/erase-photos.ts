/**
 * Follower: what a person takes back is erased. A photo that was undone loses its bytes. A visitor who does not share
 * contact details (any more) has all photos undone, so that they are gone from every device with its next pull, and do not
 * come back with a later consent.
 */
import { ok } from '#shared/base/result.ts';
import { type LeadRecord, leadEdits, leads } from '#shared/modules/events/lead.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import { type Follower, type FollowerContext, recordIn } from '../../../../core/collections/follower.ts';
import type { Change, Reader, Transaction } from '../../../../store/contract.ts';
import { throwIfRefused } from '../../throw-if-refused.ts';
import { photosOf, visitorAt } from './find-photo.ts';
import type { LeadPhotoPort } from './photo-port.ts';

const undoneBy = 'system:contact-withdrawn';
/** More than one lead ever has, with all that were undone. */
const photosMax = 2_000;

type Booth = Pick<LeadRecord, 'exhibitor' | 'registration'>;

/** Also those that were undone: their bytes may still lie there. */
async function photoEdits(reader: Reader, { exhibitor, registration }: Booth): Promise<readonly string[]> {
  const found = await reader.find(leadEdits, {
    where: where({ exhibitor, registration, kind: 'photo' }),
    limit: photosMax,
  });
  return found.map(({ id }) => id);
}

async function undoAll(tx: Transaction, { event, exhibitor, registration }: LeadRecord): Promise<void> {
  const person = await tx.get(registrations, registration);
  const badge = person?.badgeCode ?? null;
  const visitor = badge === null ? null : await visitorAt(tx, { event, exhibitor }, badge);
  // The visitor may share them again by now: those photos were refused or undone before.
  if (visitor === null || badge === null || visitor.shares) return;
  const photos = photosOf(visitor.edits);
  const made = { event, exhibitor, registration, badge, device: undoneBy, at: tx.now, by: null };
  for (const { id } of photos) await tx.create(leadEdits, { ...made, kind: 'undo', value: { edit: id } });
  // That there was a business card is no contact detail: the quality of the lead stays.
  if (photos.length > 0) await tx.create(leadEdits, { ...made, kind: 'card', value: true });
}

async function eraseOf(change: Change, photos: LeadPhotoPort, { commit, reader, tenant }: FollowerContext) {
  const lead = recordIn(change, leads);
  if (change.op !== 'delete' && lead.contactShared) return;
  const ids = await photoEdits(reader, lead);
  if (ids.length === 0) return;
  const now = await reader.get(leads, lead.id);
  if (now?.contactShared) return;
  if (now) throwIfRefused(await commit(async (tx) => ok(await undoAll(tx, now))));
  for (const id of ids) await photos.erase({ tenant, id });
}

/** The photo that an undo names, which may be of anything. */
async function undonePhoto(change: Change, reader: Reader): Promise<string | null> {
  const { exhibitor, kind, value } = recordIn(change, leadEdits);
  if (change.op !== 'create' || kind !== 'undo') return null;
  const named = await reader.get(leadEdits, String((value as { edit?: unknown }).edit));
  return named?.kind === 'photo' && named.exhibitor === exhibitor ? named.id : null;
}

export const erasePhotos = (photos: LeadPhotoPort): Follower => ({
  name: 'events.lead-photos',
  collections: [leads.name, leadEdits.name],
  async handle(changes, context) {
    for (const change of changes) {
      if (change.collection === leads.name) await eraseOf(change, photos, context);
      else {
        const id = await undonePhoto(change, context.reader);
        if (id !== null) await photos.erase({ tenant: context.tenant, id });
      }
    }
  },
});
