/** The bytes of a photo up, before the edit that names them: an edit that the server has never waits for its picture. */
import type { DeviceLeadEdit } from '#kiosk/store/device-lead-edit.ts';
import type { LeadPhotos } from '#kiosk/store/lead-photos.ts';
import { toBase64url } from '#shared/base/bytes.ts';
import type { Link } from './link.ts';
import type { Refusal } from './offer-rows.ts';

const lost: Refusal = {
  code: 'lead_photo_missing',
  message: 'This photo is no longer on the device. It was not sent.',
};

/**
 * @returns null: the server has it; `again`: there was no connection; else why the server does not take it
 * @throws where the kiosk is locked or the link is closed
 */
export async function offerPhoto(
  { badge, id }: Pick<DeviceLeadEdit, 'badge' | 'id'>,
  photos: LeadPhotos,
  link: Link,
): Promise<Refusal | 'again' | null> {
  await link.whenUp();
  // Read when it can be sent: meanwhile the visitor may have taken it back.
  const jpeg = await photos.read(id);
  if (jpeg === null) return lost;
  const body = { badge, photo: id, data: toBase64url(jpeg) };
  const path = '/api/v1/actions/events.keep_lead_photo';
  // On the network of a hall a photo takes longer than a scan.
  const answer = await link.ask({ method: 'POST', path, body, slow: true });
  if (answer.kind === 'ok') return null;
  if (answer.kind === 'unreachable') return 'again';
  if (answer.kind === 'locked') throw new Error(`the kiosk is locked: ${answer.code}`);
  return { code: answer.code, message: answer.message };
}
