import { expect, test } from 'vitest';
import { type VerdictCode, verdictCodes } from '#shared/admission/verdict.ts';
import { decideGateCase, type GateLookups, type GateRecords, randomGateCase } from '../../fixtures/gate-cases.ts';
import { nodeVerifier, remembering, webCryptoVerifier } from '../../fixtures/ticket-signing.ts';

const caseCount = 100_000;

/** As the server asks: row by row. */
const byRow = (records: GateRecords): GateLookups => ({
  registrationOf: (number) => records.registrations.find((r) => r.ticketNumber === number) ?? null,
  checkinOf: (id, list) => records.checkins.find((c) => c.registration === id && c.list === list) ?? null,
  externalCodeOf: (hash) => records.externalCodes.find((one) => one.codeHash === hash) ?? null,
});

/** As the kiosk asks: from maps. */
function byMap(records: GateRecords): GateLookups {
  const registrations = new Map(records.registrations.map((r) => [r.ticketNumber, r]));
  const checkins = new Map(records.checkins.map((c) => [`${c.registration} ${c.list}`, c]));
  const externalCodes = new Map(records.externalCodes.map((one) => [one.codeHash, one]));
  return {
    registrationOf: (number) => registrations.get(number) ?? null,
    checkinOf: (id, list) => checkins.get(`${id} ${list}`) ?? null,
    externalCodeOf: (hash) => externalCodes.get(hash) ?? null,
  };
}

test(`kiosk and server come to the same verdict in ${caseCount} random cases, and every verdict occurs`, async () => {
  const atKiosk = remembering(webCryptoVerifier());
  const atServer = remembering(nodeVerifier());
  const seen = new Map<VerdictCode, number>();
  for (let seed = 0; seed < caseCount; seed++) {
    const gateCase = randomGateCase(seed);
    const [kiosk, server] = await Promise.all([
      decideGateCase(gateCase, byMap(gateCase.records), atKiosk),
      decideGateCase(gateCase, byRow(gateCase.records), atServer),
    ]);
    if (JSON.stringify(kiosk) !== JSON.stringify(server)) expect(kiosk, `seed ${seed}`).toEqual(server);
    seen.set(server.code, (seen.get(server.code) ?? 0) + 1);
  }
  for (const code of verdictCodes) {
    expect(seen.get(code) ?? 0, `cases that come to ${code}`).toBeGreaterThan(caseCount / 1_000);
  }
  // A generator that refuses nearly everything would prove little.
  expect(seen.get('admitted')! / caseCount).toBeGreaterThan(0.1);
}, 300_000);

test('the same seed gives the same case', () => {
  for (const seed of [0, 1, 17, 99_999, -5]) expect(randomGateCase(seed)).toEqual(randomGateCase(seed));
});
