/** Checks of what kiosks hold: the same as the server, nothing they need not, and nothing at all once revoked. */
import type { CurrentRoster } from '#kiosk/store/roster-disk.ts';
import type { ChangeDoc } from '#kiosk/store/rows.ts';
import { must } from '#shared/base/assert.ts';
import type { CheckinConflictRecord } from '#shared/modules/events/gate.ts';
import { type Check, journalOf, liveOf } from './check.ts';
import type { HandedOver } from './run-kiosk.ts';

export const replicasAgree: Check = function* (world, { checkins, conflicts, registrations }) {
  for (const kiosk of liveOf(world)) {
    const { roster } = must(kiosk.running(), 'a running kiosk').replica;
    for (const { registration, list, scan, lastScan, leftAt } of checkins) {
      const here = roster.checkin(registration, list);
      if (here?.scan !== scan || here.lastScan !== lastScan || here.leftAt !== leftAt)
        yield {
          id: 'SIM4',
          what: `kiosk ${kiosk.n} has another check-in of ${registration} on ${list} than the server`,
        };
    }
    for (const { id, status, ticketNumber } of registrations) {
      const here = roster.registration(id);
      if (here?.status !== status)
        yield { id: 'SIM4', what: `kiosk ${kiosk.n} has ${id} as ${here?.status}, the server as ${status}` };
      else if (roster.registrationByTicket(ticketNumber)?.id !== id)
        yield { id: 'SIM4', what: `kiosk ${kiosk.n} does not find ${id} by its ticket` };
    }
    if (roster.registrationCount() !== registrations.length)
      yield {
        id: 'SIM4',
        what: `kiosk ${kiosk.n} has ${roster.registrationCount()} people of ${registrations.length}`,
      };
    const shape = (rows: readonly CheckinConflictRecord[]) =>
      rows
        .map(({ id, scan, firstScan }) => `${id} ${scan} ${firstScan}`)
        .sort()
        .join();
    if (shape(roster.records('checkin_conflicts')) !== shape(conflicts))
      yield { id: 'SIM4', what: `kiosk ${kiosk.n} shows other conflicts than the server` };
  }
};

export const revokedIsWiped: Check = function* (world, { scans }) {
  for (const n of world.revoked) {
    const kiosk = must(world.kiosks[n], 'a kiosk');
    const running = kiosk.running();
    if (running && running.replica.roster.registrationCount() > 0)
      yield { id: 'SIM9', what: `kiosk ${n} was revoked and still holds people` };
    const tables = kiosk.disk.tables();
    if (tables.keys('chunks').length > 0 || tables.keys('changes').length > 0)
      yield { id: 'SIM9', what: `kiosk ${n} was revoked and people still lie on its disk` };
    const onDisk = new Set(journalOf(kiosk).map(({ id }) => id));
    const handedOver = new Set((tables.values('handover') as readonly HandedOver[]).flatMap(({ ids }) => ids));
    // What had been sent before a server was restored from an older copy is forgotten by both.
    for (const { scanId } of kiosk.shown)
      if (!world.restored && !onDisk.has(scanId) && !scans.has(scanId) && !handedOver.has(scanId))
        yield { id: 'SIM9', what: `scan ${scanId} of the revoked kiosk ${n} is lost` };
  }
};

export const diskIsTidy: Check = function* (world) {
  if (world.round !== 'restarted') return;
  for (const kiosk of liveOf(world)) {
    const tables = kiosk.disk.tables();
    const { cursor } = tables.get('roster', 'current') as CurrentRoster;
    const docs = tables.values('changes') as readonly ChangeDoc[];
    const litter = docs.filter(({ base, seq }) => base !== cursor.base || seq <= cursor.seq).length;
    if (litter > 0) yield { id: 'SIM12', what: `kiosk ${kiosk.n} keeps ${litter} changes that it does not need` };
  }
};
