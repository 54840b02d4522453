/**
 * The address of a person's calendar, `/c/{secret}/schedule.ics`. It is derived from the ticket page's secret and cannot
 * be turned back into it: who has the calendar reads the schedule and nothing more. A higher `calendarRound` renews it.
 * Bytes: 16 of the tenant's id, 16 of the registration's, 18 of an HMAC-SHA256 (RFC 2104).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { fromBase64url, toBase64url } from '#shared/base/bytes.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import type { Reader } from '../../../store/contract.ts';
import { bytesOfId, idOfBytes } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';

const idBytes = 16;
const macBytes = 18;

type Owner = Pick<RegistrationRecord, 'calendarRound' | 'id' | 'pageSecret'>;

function macOf({ calendarRound, id, pageSecret }: Owner): Buffer {
  const mac = createHmac('sha256', pageSecret)
    .update(`calendar ${id} ${calendarRound ?? 0}`)
    .digest();
  return mac.subarray(0, macBytes);
}

export function calendarUrl(tenant: string, owner: Owner, { pagesUrl }: Pick<EventsPorts, 'pagesUrl'>): string {
  const secret = toBase64url(Buffer.concat([bytesOfId(tenant), bytesOfId(owner.id), macOf(owner)]));
  return `${pagesUrl}/c/${secret}/schedule.ics`;
}

function partsOf(secret: string) {
  const bytes = fromBase64url(secret);
  if (bytes?.length !== 2 * idBytes + macBytes) return null;
  const tenant = idOfBytes(bytes.subarray(0, idBytes));
  const registration = idOfBytes(bytes.subarray(idBytes, 2 * idBytes));
  return tenant && registration ? { tenant, registration, mac: bytes.subarray(2 * idBytes) } : null;
}

/** @returns the tenant's id; null where the secret is of no calendar */
export function tenantOfCalendar(secret: string): string | null {
  return partsOf(secret)?.tenant ?? null;
}

/** @returns null where the address is none, or no longer the person's */
export async function ownerOfCalendar(reader: Reader, secret: string): Promise<RegistrationRecord | null> {
  const parts = partsOf(secret);
  if (!parts || reader.shapeOf(registrations.name) === null) return null;
  const owner = await reader.get(registrations, parts.registration);
  return owner && timingSafeEqual(macOf(owner), parts.mac) ? owner : null;
}
