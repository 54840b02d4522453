/** The invariants of a simulated venue that was healed, checked against what really happened, never by the mesh under test. */
import { must } from '#shared/base/assert.ts';
import { canonicalJson } from '#shared/base/json.ts';
import { boardOf, entriesOf } from './venue-people.ts';
import type { VenueState } from './venue-state.ts';

/** V1, V2: every member knows every movement of every other; PE13: nothing of a revoked kiosk. */
export function checkKnowledge(state: VenueState, when: string): void {
  for (const kiosk of state.kiosks) {
    if (state.isRevoked(kiosk.n)) continue;
    const known = new Set([...must(kiosk.mesh, 'a mesh').uncovered()].map(({ id }) => id));
    for (const other of state.kiosks)
      for (const { id } of other.disk.own) {
        if (other === kiosk) continue;
        if (state.isRevoked(other.n) === known.has(id))
          state.break(
            state.isRevoked(other.n) ? 'V4' : 'V2',
            `${when}: kiosk ${kiosk.n} ${known.has(id) ? 'knows' : 'does not know'} scan ${id} of kiosk ${other.n}`,
          );
      }
  }
}

/** V2: each board shows each person who was admitted more than once, as often as it happened, and no one else. */
export function checkBoards(state: VenueState): void {
  const members = state.kiosks.filter(({ n }) => !state.isRevoked(n));
  const made = members.flatMap(({ disk }) => disk.own);
  const tickets = new Set(made.map(({ ticketNumber }) => ticketNumber ?? ''));
  for (const kiosk of members) {
    const board = boardOf(kiosk);
    for (const scan of made) board.look(scan);
    for (const ticket of tickets) {
      const expected = Math.max(0, entriesOf(made, ticket).length - 1);
      const shown = board.all().filter(({ registration }) => registration === ticket).length;
      if (shown !== expected)
        state.break('V2', `the board of kiosk ${kiosk.n} shows ${shown} doubles of ${ticket}, not ${expected}`);
    }
  }
}

/** V3, V4: what a kiosk holds was really made, and no kiosk that left reads what came after. */
export function checkTruth(state: VenueState): void {
  const made = new Map(state.made().map((scan) => [scan.id, canonicalJson(scan)]));
  for (const { n, disk } of state.kiosks)
    for (const [id, { entry }] of disk.heard)
      if (made.get(id) !== canonicalJson(entry.scan))
        state.break('V3', `kiosk ${n} believes ${id}, which no kiosk made`);
  const gone = state.kiosks.find(({ n }) => state.isRevoked(n));
  for (const { entry } of gone?.disk.heard.values() ?? []) {
    const maker = must(
      state.kiosks.find(({ id }) => id === entry.scan.kiosk),
      'a kiosk of this venue',
    );
    if (maker.informedAtMs !== null && Number(entry.scan['madeAtMs']) > maker.informedAtMs)
      state.break('V4', `a revoked kiosk has read scan ${entry.scan.id}, sealed by a key it was not given`);
  }
}
