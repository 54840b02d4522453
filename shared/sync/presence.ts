/**
 * Defines whether a kiosk is online: the one definition, written to the log on transitions only. A kiosk shows that it
 * is online by its statuses, its renewals and its live connection (the socket of SY13).
 * server/modules/events/checkin/watch-presence.ts decides when it is offline.
 */
import { secondMs } from '../base/time.ts';

export const presences = ['online', 'offline'] as const;

/** A kiosk says how it is this often, and sooner after something people watch has changed. */
export const statusEveryMs = 15 * secondMs;
/** Time without contact after which a kiosk counts as offline: three statuses missed. */
export const silentMs = 3 * statusEveryMs;
/**
 * The same after the kiosk's live line ended: longer than until its next status, so that a kiosk whose line is cut but whose
 * requests pass stays online.
 */
export const lineGraceMs = statusEveryMs + 5 * secondMs;

interface Standing {
  readonly presence: string | null;
}

/**
 * @param now the transaction's moment, ISO 8601
 * @returns what a word of the kiosk changes in its record
 */
export function inContact({ presence }: Standing, now: string) {
  const came = presence === 'online' ? {} : { presence: 'online' as const, presenceSince: now };
  return { ...came, lastSeenAt: now, lineLostAt: null };
}

/**
 * The same by the word of a box that the kiosk syncs with (SY27). `lastSeenAt` stays: by it a lease runs out, and a box must
 * not keep one alive.
 */
export function spokenFor({ presence }: Standing, box: string, now: string) {
  const came = presence === 'online' ? {} : { presence: 'online' as const, presenceSince: now };
  return { ...came, viaBox: box, viaBoxAt: now };
}

/** The changes in the record of a kiosk that is no longer connected. */
export function gone({ presence }: Standing, now: string) {
  const went = presence === 'offline' ? {} : { presence: 'offline' as const, presenceSince: now };
  return { ...went, line: null, lineLostAt: null };
}
