/** The decision alone: parse, signature, facts from the maps, rules. Nothing is recorded. */

import { readCode } from '#kiosk/station/read-code.ts';
import { factsOf, type StationIdentity, stationContext, stationEvent } from '#kiosk/station/station-facts.ts';
import { createWebCryptoVerifier } from '#kiosk/station/web-crypto-verifier.ts';
import type { Replica } from '#kiosk/store/replica.ts';
import { decide } from '#shared/admission/decide.ts';
import { listOf } from '#shared/admission/facts-from-records.ts';
import { must } from '#shared/base/assert.ts';
import type { SignatureVerifier } from '#shared/ticket/ticket-signature.ts';

/** As at a station: it knows its keys from the first scan on. */
const browsers = createWebCryptoVerifier();

export interface Decisions {
  /** Milliseconds of each, signature included. */
  readonly whole: readonly number[];
  /** Of those, what the browser's own signature check took: another thread does it. */
  readonly signature: readonly number[];
}

export async function timeDecisions(
  replica: Replica,
  identity: StationIdentity,
  codes: readonly string[],
): Promise<Decisions> {
  let signatureMs = 0;
  const verifier: SignatureVerifier = {
    async verify(...parts) {
      const startMs = performance.now();
      const good = await browsers.verify(...parts);
      signatureMs += performance.now() - startMs;
      return good;
    },
  };
  const station = { revoked: false, leaseExpired: false, clockTrusted: true, online: true };
  const whole: number[] = [];
  const signature: number[] = [];
  for (const code of codes) {
    signatureMs = 0;
    const startMs = performance.now();
    const event = must(stationEvent(replica, identity), 'a loaded event');
    const read = must(await readCode([code], event.id, replica.roster.records('ticket_keys'), verifier), 'a code');
    const gate = stationContext(replica, identity, event, station);
    const { facts } = factsOf(replica, event, read, listOf(gate));
    const verdict = decide({ code: read.code, facts: { ...facts, rooms: [] }, gate, nowMs: Date.now() });
    whole.push(performance.now() - startMs);
    signature.push(signatureMs);
    if (verdict.code !== 'admitted' && verdict.code !== 'already_checked_in')
      throw new Error(`unexpected: ${verdict.code}`);
  }
  return { whole, signature };
}
