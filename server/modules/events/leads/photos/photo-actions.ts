/** Bytes of photos up and down, for exhibitors' devices alone. The edit of a photo follows its bytes. */
import { createHash } from 'node:crypto';
import { fromBase64url, toBase64url } from '#shared/base/bytes.ts';
import { isId } from '#shared/base/id.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { checkPhoto, leadPhotosMax } from '#shared/leads/photo.ts';
import { keepLeadPhoto, leadPhoto } from '#shared/modules/events/lead-photo-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { action, preparedAction } from '../../../../core/collections/action.ts';
import type { Actor } from '../../../../core/policy/actor.ts';
import type { Reader } from '../../../../store/contract.ts';
import { photosOf, type Visitor, visitorAt } from './find-photo.ts';
import type { LeadPhotoPort } from './photo-port.ts';

interface Asked {
  readonly badge: string;
  readonly photo: string;
}

/** A device of an exhibitor asks about a visitor of its own booth who shares contact details with it. */
async function sharingVisitor(reader: Reader, { badge, photo }: Asked, { kiosk }: Actor): Promise<Result<Visitor>> {
  const exhibitor = kiosk?.role === 'exhibitor' ? kiosk.exhibitor : null;
  if (!kiosk || !exhibitor) return refuseWith('kiosk_only');
  if (!isId(photo)) return refuseWith('lead_photo_not_found', { path: 'photo' });
  const visitor = await visitorAt(reader, { event: kiosk.event, exhibitor }, badge);
  if (visitor === null) return refuseWith('badge_unknown', { path: 'badge' });
  return visitor.shares ? ok(visitor) : refuseWith('contact_not_shared', { path: 'badge' });
}

async function mayKeep(reader: Reader, asked: Asked, actor: Actor): Promise<Result<Visitor>> {
  const visitor = await sharingVisitor(reader, asked, actor);
  if (!visitor.ok) return visitor;
  const others = photosOf(visitor.value.edits).filter(({ id }) => id !== asked.photo);
  return others.length < leadPhotosMax ? visitor : refuseWith('lead_full');
}

function readData(data: string): Result<Uint8Array> {
  const bytes = fromBase64url(data);
  if (bytes === null) return refuseWith('lead_photo_invalid', { path: 'data' });
  const checked = checkPhoto(bytes);
  return checked.ok ? ok(bytes) : refuse(checked.errors[0]);
}

/** The transaction repeats the check made on the committed state: a photo that fails it leaves only bytes in the store. */
export const keepLeadPhotoAction = (photos: LeadPhotoPort) =>
  preparedAction(
    keepLeadPhoto,
    async ({ data, photo }, { actor }): Promise<Result<{ readonly sha256: string }>> => {
      const bytes = readData(data);
      if (!bytes.ok) return bytes;
      const sha256 = createHash('sha256').update(bytes.value).digest('hex');
      if (isId(photo) && actor.kiosk?.exhibitor)
        await photos.put({ tenant: actor.tenant, id: photo, sha256 }, bytes.value);
      return ok({ sha256 });
    },
    async (tx, input, { actor }, kept) => {
      if (!kept.ok) return kept;
      const may = await mayKeep(tx, input, actor);
      return may.ok ? kept : may;
    },
    (reader, input, { actor }) => mayKeep(reader, input, actor),
  );

export const leadPhotoAction = (photos: LeadPhotoPort) =>
  action(leadPhoto, async (reader, input, { actor }) => {
    const visitor = await sharingVisitor(reader, input, actor);
    if (!visitor.ok) return visitor;
    const edit = photosOf(visitor.value.edits).find(({ id }) => id === input.photo);
    const key = edit && { tenant: actor.tenant, id: edit.id, sha256: edit.value.sha256 };
    const bytes = key && (await photos.read(key));
    return bytes ? ok({ data: toBase64url(bytes) }) : refuseWith('lead_photo_not_found', { path: 'photo' });
  });
