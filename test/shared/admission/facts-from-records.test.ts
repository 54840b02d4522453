import { describe, expect, test } from 'vitest';
import { type AdmissionGate, gateContext, listOf, verifyingKeys } from '#shared/admission/facts-from-records.ts';
import { ticketKeyPair } from '../../fixtures/ticket-signing.ts';

const event = {
  id: 'event-1',
  status: 'live',
  replayWindowMinutes: 60,
  signatures: 'required',
  timezone: 'UTC',
} as const;
const station = { revoked: false, leaseExpired: false, clockTrusted: true, online: true };
const hall: AdmissionGate = {
  id: 'id-of-hall',
  key: 'hall',
  name: 'Hall',
  list: 'list-1',
  direction: 'both',
  ticketTypes: null,
  opensAt: null,
  closesAt: null,
};
const at = (gates: readonly AdmissionGate[], gateId: string | null) =>
  gateContext({ event, gates, gateId, lists: [], entryRules: [], questions: [], knowledgeComplete: true, station });

describe('the gate that was asked for', () => {
  test('is any where the event declares none, counted on the default list', () => {
    for (const gateId of ['main-entrance', null]) {
      const context = at([], gateId);
      expect(context).toMatchObject({ gate: null, gateUnknown: false });
      expect(listOf(context)).toBe('default');
    }
  });

  test('is found by its key or by the id of its record, and counted on its list', () => {
    for (const gateId of ['hall', 'id-of-hall']) {
      const context = at([hall], gateId);
      expect(context).toMatchObject({ gate: { id: 'id-of-hall', ticketTypes: [] }, gateUnknown: false });
      expect(listOf(context)).toBe('list-1');
    }
  });

  test('is the one with that key, should another have it as its id', () => {
    expect(
      at(
        [
          { ...hall, id: 'side', key: 'x' },
          { ...hall, key: 'side', name: 'Side' },
        ],
        'side',
      ).gate?.name,
    ).toBe('Side');
  });

  test('is unknown where the event declares gates and not this one', () => {
    for (const gateId of ['cellar', null]) expect(at([hall], gateId)).toMatchObject({ gate: null, gateUnknown: true });
  });
});

describe('the keys that verify', () => {
  const [a, b, c] = [ticketKeyPair(1), ticketKeyPair(2), ticketKeyPair(3)];

  test('are the active ones first, then the retired, and none that was withdrawn', () => {
    const records = [
      { publicKey: a.publicKeyText, state: 'retired' },
      { publicKey: b.publicKeyText, state: 'withdrawn' },
      { publicKey: c.publicKeyText, state: 'active' },
    ] as const;
    expect(verifyingKeys(records)).toEqual([c.publicKey, a.publicKey]);
  });

  test('do not include what is no key', () => {
    expect(
      verifyingKeys([
        { publicKey: 'AAAA', state: 'active' },
        { publicKey: '§', state: 'active' },
      ]),
    ).toEqual([]);
  });
});
