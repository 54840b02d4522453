/** Makes edits of leads: an id of their own, the corrected time, the device and the person at it. */
import type { DeviceLeadEdit } from '#kiosk/store/device-lead-edit.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime, parseTime } from '#shared/base/time.ts';
import { type LeadEditKind, type LeadEditValues, leadEdit } from '#shared/leads/edit.ts';
import type { LeadsParts } from './leads-parts.ts';

export type NewEdit = {
  readonly [K in LeadEditKind]: { readonly kind: K; readonly value: LeadEditValues[K] };
}[LeadEditKind];

const randomBytesOfId = 10;

export function createEditMaker(
  { identity, clock, randomBytes }: Pick<LeadsParts, 'identity' | 'clock' | 'randomBytes'>,
  by: () => string | null,
  /** Time of the latest edit that this device made before; null: none. */
  latestAt: string | null,
) {
  let lastMs = parseTime(latestAt ?? '') ?? Number.NEGATIVE_INFINITY;

  /** @returns the edits of one act: they happened in one moment */
  return (exhibitor: string, badge: string, entries: readonly NewEdit[]): readonly DeviceLeadEdit[] => {
    // Times strictly rise from act to act, so that the later of two edits counts, also after the clock was set back.
    lastMs = Math.max(lastMs + 1, Math.floor(clock.now()));
    const [at, device] = [isoTime(lastMs), identity.kioskId];
    return entries.map(({ kind, value }) => {
      const id = uuidv7(lastMs, randomBytes(randomBytesOfId));
      return { ...leadEdit({ id, device, at, by: by(), kind, value }), event: identity.event, exhibitor, badge };
    });
  };
}
