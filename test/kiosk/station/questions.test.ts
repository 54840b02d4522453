/** Questions at check-in: the attempt is made again with what was answered, and each is asked once. */
import { afterEach, describe, expect, test } from 'vitest';
import type { StationLab } from '#test/fixtures/station-lab.ts';
import { eventId, openRequestHandler, person } from './sample-people.ts';

let lab: StationLab;
afterEach(() => lab.station.close());

const question = (id: string, more: object = {}) => ({
  id,
  event: eventId,
  text: id,
  kind: 'text',
  options: [],
  required: true,
  ticketTypes: [],
  position: 1,
  active: true,
  ...more,
});
const meal = question('meal', { kind: 'choice', options: ['fish', 'beans'] });
const photo = question('photo', { kind: 'boolean', required: false, position: 2 });

async function asked(): Promise<string> {
  const result = await lab.station.admitRegistration(person(1).id);
  if (result.kind !== 'decided') throw new Error(result.message);
  expect(result.outcome.verdict).toMatchObject({
    code: 'questions_required',
    detail: {
      questions: [
        { id: 'meal', options: ['fish', 'beans'] },
        { id: 'photo', required: false },
      ],
    },
  });
  return result.outcome.scanId;
}

describe('answers', () => {
  test('let the person in, are recorded with the scan, and are not asked for again before the server has them', async () => {
    lab = await openRequestHandler(
      { checkin_questions: [meal, photo], checkin_lists: [], gates: [] },
      { online: false },
    );
    const result = await lab.station.answer(await asked(), { meal: 'fish', photo: true });
    expect(result).toMatchObject({ kind: 'decided', outcome: { verdict: { code: 'admitted' } } });
    expect(lab.disk.rows().at(-1)?.scan).toMatchObject({ verdict: 'admitted', answers: { meal: 'fish', photo: true } });
    expect(lab.disk.rows()[0]?.scan).toMatchObject({ verdict: 'questions_required', answers: null });
    expect(await lab.station.admitRegistration(person(1).id)).toMatchObject({
      outcome: { verdict: { code: 'already_checked_in' } },
    });
  });

  test('that are none of those that can be given are asked for again; good ones are kept meanwhile', async () => {
    lab = await openRequestHandler({ checkin_questions: [meal, photo] });
    const bad = await lab.station.answer(await asked(), { meal: 'stones', photo: false });
    expect(bad).toMatchObject({
      outcome: {
        verdict: { code: 'questions_required', detail: { badAnswers: ['meal'], questions: [{ id: 'meal' }] } },
      },
    });
    if (bad.kind !== 'decided') throw new Error('not decided');
    await lab.station.answer(bad.outcome.scanId, { meal: 'beans' });
    expect(lab.disk.rows().at(-1)?.scan).toMatchObject({
      verdict: 'admitted',
      answers: { meal: 'beans', photo: false },
    });
  });

  test('that were not asked for are not recorded', async () => {
    lab = await openRequestHandler({ checkin_questions: [meal] });
    const first = await lab.station.admitRegistration(person(1).id);
    if (first.kind !== 'decided') throw new Error(first.message);
    const { scanId } = first.outcome;
    expect(await lab.station.answer('unknown', {})).toEqual({ kind: 'refused', reason: 'unknown_scan' });
    expect(await lab.station.answer(scanId, { meal: 'x'.repeat(2_001) })).toEqual({
      kind: 'refused',
      reason: 'bad_answers',
    });
    await lab.station.answer(scanId, { meal: 'fish', other: 'secret' });
    expect(lab.disk.rows().at(-1)?.scan.answers).toEqual({ meal: 'fish' });
  });
});
