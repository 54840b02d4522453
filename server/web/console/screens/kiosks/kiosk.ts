/** Kiosks as the page shows them, and what is done to one. */
import { t } from '../../../parts/text/text.ts';
import { client, request } from '../../data/client.ts';
import { listAll } from '../../data/page-query.ts';

export interface Kiosk {
  readonly id: string;
  readonly name: string;
  /** Id of the gate. */
  readonly gate: string;
  readonly role: string;
  /** Null: the record came in with an archive that had no presence. */
  readonly presence: 'online' | 'offline' | null;
  readonly lastSeenAt: string | null;
  /** Id of the box for the venue that reports for the kiosk, and when it did last; null: the kiosk reports itself. */
  readonly viaBox: string | null;
  readonly viaBoxAt: string | null;
  readonly revokedAt: string | null;
  /** Number of rows that the kiosk had not sent when it last reported; null: not reported. */
  readonly pending: number | null;
  readonly printer: string | null;
}

export interface GateRecord {
  readonly id: string;
  readonly name: string;
}

/** Reads the gates in the order of their names. */
export function readGates(eventId: string): Promise<readonly GateRecord[]> {
  const where = { event: { equals: eventId } };
  return listAll('gates', { where, sort: 'name' });
}

export async function readKiosks(eventId: string) {
  const where = { event: { equals: eventId } };
  const [kiosks, gates] = await Promise.all([listAll<Kiosk>('kiosks', { where, sort: 'name' }), readGates(eventId)]);
  return { kiosks, gates: new Map(gates.map((gate) => [gate.id, gate])) };
}

/** Device that a code pairs: a kiosk at a gate, or a box that stands for this server in the venue. */
export type Pairing = { readonly gate: string } | { readonly role: 'box' };

/** @returns the code; it works once, for 10 minutes */
export async function createPairingCode(event: string, what: Pairing): Promise<string> {
  const path = '/api/v1/kiosks/pairing-codes';
  return (await request<{ data: { pairingCode: string } }>('POST', path, { event, ...what })).data.pairingCode;
}

/** Returns the command for a shell on the computer that becomes the box. @param origin where it reaches this server */
export const boxCommand = (origin: string, code: string): string => t('box_command', { origin, code });

/** Whether an origin means the computer that uses it (`localhost`), so that another computer cannot reach this server by it. */
export const isOwnComputer = (origin: string): boolean =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(origin).hostname);

const printerTexts: Readonly<Record<string, string>> = {
  ready: t('printer_ready'),
  busy: t('printer_printing'),
  error: t('printer_stopped'),
  none: t('printer_none'),
};

/** @param state as a kiosk reports it */
export const printerText = (state: string): string => printerTexts[state] ?? state;

/** Returns the question to confirm before a kiosk is revoked. */
export function revokeQuestion(name: string): string {
  return t('revoke_it_locks_and_deletes_its', { name });
}

export async function revokeKiosk(id: string): Promise<void> {
  await request('POST', `/api/v1/kiosks/${id}/revoke`, {});
}

export async function moveKiosk(id: string, gate: string): Promise<void> {
  await client.kiosks.update(id, { gate });
}
