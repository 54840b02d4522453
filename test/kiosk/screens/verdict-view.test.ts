import { describe, expect, test } from 'vitest';
import { toneOf, viewVerdict } from '#kiosk/screens/verdict-view.ts';
import { verdictCodes } from '#shared/admission/verdict.ts';
import { anna, decided } from './outcomes.ts';

const nowMs = Date.parse('2026-05-12T09:30:00.000Z');
const facts = (...args: Parameters<typeof decided>): Record<string, string> =>
  Object.fromEntries(viewVerdict(decided(...args), 'gate', nowMs).facts.map(({ label, value }) => [label, value]));

test('only an admission looks like one', () => {
  expect(verdictCodes.filter((code) => toneOf(code) === 'go')).toEqual(['admitted']);
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
    expect(facts('wrong_gate', { gates: [] })).toEqual({ 'Admitted at': 'None for this area' });
  });

  test('an old code: when it was made and how long codes are good', () => {
    const shown = facts('code_expired', { issuedAt: '2026-05-12T06:10:00.000Z', windowMinutes: 60 });
    expect(shown['Code issued']).toMatch(/3 h 20 min ago/);
    expect(shown['Codes are good for']).toBe('1 h');
  });

  test('a code of the future: by how much', () => {
    expect(facts('code_from_future', { issuedAt: '2026-05-12T09:40:00.000Z' })['Code issued']).toMatch(/10 min ahead/);
  });

  test('flags in words', () => {
    expect(viewVerdict(decided('admitted', {}, ['offline', 'unverified']), 'gate', nowMs).notes).toHaveLength(2);
  });
});

test('a guest at a self-service kiosk is sent to staff and learns nothing about the use of the ticket', () => {
  const view = viewVerdict(
    decided('already_checked_in', { checkedInAt: '2026-05-12T08:47:00.000Z', gate: 'South', kiosk: 'Kiosk 7' }, [
      'offline',
    ]),
    'self-service',
    nowMs,
  );
  expect(view.sentence).toContain('member of staff');
  expect([view.facts, view.notes]).toEqual([[], []]);
});

test('the person is shown with company and role, and without what is missing', () => {
  const view = (change: object) => viewVerdict(decided('admitted', {}, [], { ...anna, ...change }), 'gate', nowMs);
  expect(view({}).person).toEqual({ name: anna.name, lines: [anna.company, anna.role] });
  expect(view({ company: null, role: null }).person?.lines).toEqual([]);
  expect(viewVerdict(decided('unknown_ticket', {}, [], null), 'gate', nowMs).person).toBeNull();
});
