import { expect, test } from 'vitest';
import { dwellSeconds, runningSince } from '#shared/leads/dwell.ts';
import { type LeadEdit, leadEdit } from '#shared/leads/edit.ts';
import { leadOf } from '#shared/leads/lead-of.ts';
import { stateOf } from '#shared/leads/merge.ts';
import { leadQuality, qualityBy, tierOf } from '#shared/leads/quality.ts';

const facts = (dwell: number, questions: number, literature: number, demo: boolean, card: boolean) => ({
  dwellSeconds: dwell,
  questionsAsked: questions,
  literatureTaken: literature,
  demoScheduled: demo,
  businessCardScanned: card,
});

test.each([
  [0, 0, 0, false, false, 0],
  [45, 0, 0, false, false, 2],
  [190, 3, 1, false, false, 30],
  [300, 2, 1, true, false, 55],
  [610, 1, 0, false, true, 50],
  [900, 6, 3, true, true, 100],
  [340, 3, 2, true, true, 82],
])('quality of %d s, %d questions, %d brochures, demo %s, card %s is %d', (dwell, q, lit, demo, card, score) => {
  expect(leadQuality(facts(dwell, q, lit, demo, card))).toBe(score);
  expect(Object.values(qualityBy(facts(dwell, q, lit, demo, card))).every((part) => part >= 0)).toBe(true);
});

test('tiers begin at 70 and 40', () => {
  expect([0, 39, 40, 69, 70, 100].map(tierOf)).toEqual(['cold', 'cold', 'warm', 'warm', 'hot', 'hot']);
});

let next = 0;
const made = (kind: LeadEdit['kind'], minute: number, value: unknown = null, device = 'a') =>
  leadEdit({
    id: `00000000-0000-4000-8000-${String(++next).padStart(12, '0')}`,
    device,
    at: new Date(Date.UTC(2026, 9, 3, 10, minute)).toISOString(),
    by: null,
    kind,
    value,
  });
const visit = (from: number, to: number, device = 'a') => {
  const start = made('started', from, null, device);
  return [start, made('stopped', to, { start: start.id }, device)];
};

test('dwell: intervals of one device that overlap count once, those of two devices add up', () => {
  expect(dwellSeconds(visit(0, 10))).toBe(600);
  expect(dwellSeconds([...visit(0, 10), ...visit(5, 12)])).toBe(720);
  expect(dwellSeconds([...visit(0, 10), ...visit(5, 12, 'b')])).toBe(600 + 420);
  expect(dwellSeconds([...visit(0, 10), made('dwell', 20, 45)])).toBe(645);
  expect(dwellSeconds([made('started', 0)])).toBe(0);
  expect(dwellSeconds(visit(10, 0))).toBe(0);
});

test('a visit that runs is that of the device that began it', () => {
  const [start] = visit(0, 10);
  const edits = [start!, made('started', 3, null, 'b')];
  expect(runningSince(edits, 'a')?.id).toBe(start!.id);
  expect(runningSince(visit(0, 10), 'a')).toBeNull();
});

test('of a consent and a withdrawal at the same moment the withdrawal counts', () => {
  const both = [made('consent', 1, true, 'z'), made('consent', 1, false, 'a')];
  expect(leadOf(stateOf(both)).consent?.agreed).toBe(false);
  expect(leadOf(stateOf([...both].reverse())).consent?.agreed).toBe(false);
});

test('an undo takes back its edit, also when it is older; an undo cannot be undone', () => {
  const note = made('note', 5, 'Wants a price');
  const undo = made('undo', 1, { edit: note.id });
  const undoOfUndo = made('undo', 9, { edit: undo.id });
  expect(leadOf(stateOf([note, undo, undoOfUndo])).notes).toEqual([]);
  expect(leadOf(stateOf([note])).notes).toMatchObject([{ text: 'Wants a price' }]);
});
