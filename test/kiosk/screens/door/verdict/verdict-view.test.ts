import { describe, expect, test } from 'vitest';
import { viewVerdict } from '#kiosk/screens/door/verdict/verdict-view.ts';
import { kindOf, kindOfResult, soundOf } from '#kiosk/screens/model/result-kind.ts';
import { wordingOf } from '#kiosk/screens/words/catalogues.ts';
import { verdictCodes } from '#shared/admission/verdict.ts';
import { anna, decided } from '../../outcomes.ts';

const nowMs = Date.parse('2026-05-12T09:30:00.000Z');
const atGate = { role: 'gate', words: wordingOf('en'), nowMs } as const;
const facts = (...args: Parameters<typeof decided>): Record<string, string> =>
  Object.fromEntries(viewVerdict(decided(...args), atGate).facts.map(({ label, value }) => [label, value]));

test('only an admission looks like one', () => {
  expect(verdictCodes.filter((code) => kindOf(code) === 'admitted')).toEqual(['admitted']);
});

describe('what staff need', () => {
  test('a used ticket: when, where, by whom', () => {
    const shown = facts('already_checked_in', {
      checkedInAt: '2026-05-12T08:47:00.000Z',
      gate: 'South',
      kiosk: 'Kiosk 7',
    });
    expect(shown).toMatchObject({ 'At gate': 'South', 'By kiosk': 'Kiosk 7' });
    expect(shown['Checked in']).toMatch(/^\d\d:47 \(43 min ago\)$/);
  });

  test('the wrong gate: which ones admit, or that none does', () => {
    expect(facts('wrong_gate', { gate: 'North', gates: ['Press', 'Hall 2'] })).toEqual({
      'Admitted at': 'Press or Hall 2',
    });
    expect(facts('wrong_gate', { gates: [] })).toEqual({ 'Admitted at': 'No gate now' });
    expect(facts('wrong_gate', { gates: [], otherAreas: ['Main entrance'] })).toEqual({
      'Admitted at': 'Main entrance (another area)',
    });
  });

  test('an old code: when it was made and how long codes are good', () => {
    const shown = facts('code_expired', { issuedAt: '2026-05-12T06:10:00.000Z', windowMinutes: 60 });
    expect(shown['Code issued']).toMatch(/3 hrs, 20 mins ago/);
    expect(shown['Codes are valid for']).toBe('1 hr');
  });

  test('a code of the future: by how much', () => {
    expect(facts('code_from_future', { issuedAt: '2026-05-12T09:40:00.000Z' })['Code issued']).toMatch(/in 10 min/);
  });

  test('flags in words', () => {
    expect(viewVerdict(decided('admitted', {}, ['offline', 'unverified']), atGate).notes).toHaveLength(2);
  });

  test('a second entry too early: how often, and from when again', () => {
    const shown = facts('already_checked_in', {
      checkedInAt: '2026-05-12T09:00:00.000Z',
      kioskName: 'Desk 2',
      staff: 'Mia',
      entries: 2,
      maxEntries: 3,
      againAt: '2026-05-12T10:00:00.000Z',
    });
    expect(shown).toMatchObject({ Entries: '2 of 3', 'By kiosk': 'Desk 2', By: 'Mia' });
    expect(shown['Entry again from']).toMatch(/in 30 min/);
  });

  test('the nearest way in, open now or later', () => {
    const way = (opensAt: string | null) => facts('too_early', { nearest: { gate: 'Hall 2', opensAt } });
    expect(way(null)['Nearest entry']).toBe('Hall 2, open now');
    expect(way('2026-05-12T10:00:00.000Z')['Nearest entry']).toMatch(/^Hall 2, from \d\d:\d\d$/);
  });

  test('a name badge, and what is full', () => {
    expect(facts('code_malformed', { badge: true })['Scanned']).toMatch(/badge/);
    expect(facts('gate_full', { full: 'list' })['Full']).toBe('The whole list');
  });

  test('a supervisor is named with what was overruled and why', () => {
    const result = decided('admitted', { overrode: 'blocked' }, ['override']);
    expect(viewVerdict(result, atGate).notes).toEqual(['Admitted by a supervisor', 'Overridden: Please check']);
    expect(viewVerdict(result, atGate).sentence).toBe('A supervisor has overridden the refusal. Let the person in.');
    const overruling = { supervisor: 'Sam', reason: 'Document seen' };
    expect(viewVerdict(result, { ...atGate, overruling }).notes).toEqual([
      'Sam overrode: Please check',
      'Reason: Document seen',
    ]);
  });

  test('on the way out no one is welcomed', () => {
    const view = viewVerdict(decided('admitted', { direction: 'exit' }), atGate);
    expect(view.title).toBe('Goodbye');
    expect(viewVerdict(decided('wrong_gate', { direction: 'exit' }), atGate).title).toBe('No exit here');
  });
});

test('an organizer’s note is shown to staff, sounds like no other admission, and is hidden from guests', () => {
  const noted = decided('admitted', { attention: 'Wheelchair: use the lift.' });
  expect(viewVerdict(noted, atGate).attention).toBe('Wheelchair: use the lift.');
  expect([kindOfResult(noted), soundOf(noted)]).toEqual(['admitted', 'attention']);
  expect(viewVerdict(noted, { ...atGate, role: 'self-service' }).attention).toBeNull();
});

test('a guest at a self-service kiosk is sent to staff and learns nothing about the use of the ticket', () => {
  const view = viewVerdict(
    decided('already_checked_in', { checkedInAt: '2026-05-12T08:47:00.000Z', gate: 'South', kiosk: 'Kiosk 7' }, [
      'offline',
    ]),
    { ...atGate, role: 'self-service' },
  );
  expect(view.sentence).toContain('member of staff');
  expect([view.facts, view.notes]).toEqual([[], []]);
});

test('the person is shown with company and role, and without what is missing', () => {
  const view = (change: object) => viewVerdict(decided('admitted', {}, [], { ...anna, ...change }), atGate);
  expect(view({}).person).toEqual({ name: anna.name, lines: [anna.company, anna.role] });
  expect(view({ company: null, role: null }).person?.lines).toEqual([]);
  expect(viewVerdict(decided('unknown_ticket', {}, [], null), atGate).person).toBeNull();
});
