/** Acts of staff beyond scanning, at one kiosk: as far as its state allows them at that moment. */

import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import type { Station } from '#kiosk/station/station.ts';
import type { StaffAct } from './scenario.ts';

const recentLooked = 5;

export type StaffActs = Readonly<Record<StaffAct['kind'], (station: Station) => Promise<void>>>;

/** @param show takes what people were shown */
export function staffActsOf(
  kiosk: number,
  show: (result: AdmitResult, what: string) => void,
  tell: (what: string) => void,
): StaffActs {
  let walkIns = 0;
  return {
    async undo(station) {
      const latest = (await station.recent(recentLooked)).find(({ undoableUntil }) => undoableUntil !== null);
      if (latest === undefined) return;
      const { kind } = await station.undo(latest.scanId, 'somebody else was meant');
      tell(`takes scan ${latest.scanId} back: ${kind}`);
    },
    async walk_in(station) {
      const [choice] = station.walkInChoices();
      if (choice === undefined) return;
      const name = `Walk-in ${kiosk}-${++walkIns}`;
      const nothing = { email: null, company: null, role: null, paymentReference: null } as const;
      const entry = { ticketType: choice.ticketTypeId, name, payment: 'none', ...nothing } as const;
      const result = await station.walkIn(entry, {});
      if (result.kind !== 'incomplete') show(result, name);
    },
    async turn(station) {
      const { canTurn, direction } = station.state();
      if (!canTurn) return;
      // A full disk keeps it as it is.
      await station.setDirection(direction === 'exit' ? 'entry' : 'exit').catch(() => {});
      tell(`is a way ${station.state().direction === 'exit' ? 'out' : 'in'}`);
    },
  };
}
