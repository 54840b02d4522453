/** The decision alone: parse, signature, facts from the maps, rules. Nothing is recorded. */

import { readCode } from '#kiosk/station/read-code.ts';
import { factsOf, type StationIdentity, stationContext, stationEvent } from '#kiosk/station/station-facts.ts';
import { createWebCryptoVerifier } from '#kiosk/station/web-crypto-verifier.ts';
import type { Replica } from '#kiosk/store/replica.ts';
import { decide } from '#shared/admission/decide.ts';
import { listOf } from '#shared/admission/facts-from-records.ts';
import { must } from '#shared/base/assert.ts';

/** @returns milliseconds a code */
export async function timeDecisions(
  replica: Replica,
  identity: StationIdentity,
  codes: readonly string[],
): Promise<number[]> {
  const verifier = createWebCryptoVerifier();
  const station = { revoked: false, leaseExpired: false, clockTrusted: true, online: true };
  const times: number[] = [];
  for (const code of codes) {
    const startMs = performance.now();
    const event = must(stationEvent(replica, identity), 'a loaded event');
    const read = must(await readCode([code], event.id, replica.roster.records('ticket_keys'), verifier), 'a code');
    const gate = stationContext(replica, identity, event, station);
    const { facts } = factsOf(replica, event, read, listOf(gate));
    const verdict = decide({ code: read.code, facts: { ...facts, rooms: [] }, gate, nowMs: Date.now() });
    times.push(performance.now() - startMs);
    if (verdict.code !== 'admitted' && verdict.code !== 'already_checked_in')
      throw new Error(`unexpected: ${verdict.code}`);
  }
  return times;
}
