/** Printing over this kiosk's replica and its machine's printers. */

import { openPrinting } from '#kiosk/printing/open-printing.ts';
import type { Printing } from '#kiosk/printing/printing.ts';
import { renderBadge } from '#kiosk/printing/render-badge.ts';
import { admissionsOf, badgesOf, layoutsOf, printCursorOf, printQueueOf } from '#kiosk/printing/store-ports.ts';
import type { StationIdentity } from '#kiosk/station/station-facts.ts';
import { kioskGateKey } from '#kiosk/store/kiosk-gate.ts';
import type { Replica } from '#kiosk/store/replica.ts';
import { realTimers } from '#kiosk/store/timers.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { type PageDevices, report } from './page-devices.ts';

/** Longer than the screen waits for a guest's word: this is for a screen that was reloaded meanwhile. */
const selfServiceWordMs = 15_000;

export function startPrinting(
  { host, preferences, randomBytes }: PageDevices,
  { kioskId, event, gate, role }: StationIdentity,
  replica: Replica,
  clock: TrustedClock,
): Printing {
  const timing = { nowMs: () => clock.now(), after: realTimers.after };
  const { roster } = replica;
  return openPrinting({
    host: host.api,
    queue: printQueueOf(replica, kioskId, timing),
    journal: admissionsOf(replica),
    cursor: printCursorOf(replica),
    badges: badgesOf(replica, event),
    render: renderBadge,
    layouts: layoutsOf(replica, event),
    event,
    kioskId,
    gate: () => kioskGateKey(roster, { kioskId, gate }),
    confirmWithinMs: () =>
      (roster.record('kiosks', kioskId)?.role ?? role) === 'self-service' ? selfServiceWordMs : 0,
    choice: {
      load: () => preferences.get().printerId,
      save: (printerId) => preferences.set({ printerId }),
    },
    timing,
    random: Math.random,
    newId: () => uuidv7(clock.now(), randomBytes(10)),
    onFault: report('printing'),
  });
}
