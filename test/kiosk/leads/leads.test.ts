/** An exhibitor's device: what a scan means, what is on the disk before it is shown, and what other devices add. */
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EntryKind } from '#kiosk/leads/leads.ts';
import { meaningOfScan, type ScanMeaning, sameScanMs, visitMaxMs } from '#kiosk/leads/visit.ts';
import { must } from '#shared/base/assert.ts';
import { dayMs, minuteMs, secondMs } from '#shared/base/time.ts';
import { type LeadEditValues, leadEditKinds, leadEditValue } from '#shared/leads/edit.ts';
import { type LeadsLab, labBadges, labIds, labNowMs, openLeadsLab } from '#test/fixtures/leads-lab.ts';

const [badge, other] = labBadges;
const scan = (text: string, source = 'camera') => ({ source, candidates: [text] });

let lab: LeadsLab;
beforeEach(async () => {
  lab = await openLeadsLab();
});

const shown = (of: string = badge) => must(lab.leads.lead(of), 'a lead');

describe('a scan', () => {
  test('makes a lead with the name from the roster, and its visit begins', async () => {
    expect(await lab.leads.capture(scan(badge.toLowerCase()))).toEqual({ kind: 'captured', badge, visit: 'new' });
    expect(shown()).toMatchObject({
      person: { name: 'Ananya Sharma', company: 'Green Turbines', email: null, contact: 'ask' },
      lead: { captures: 1, quality: 0, tier: 'cold' },
      waits: true,
    });
    expect(shown().runningSince).not.toBeNull();
    expect(lab.leads.state()).toMatchObject({ today: 1, waiting: 1, exhibitor: { name: 'Nordlicht GmbH' } });
  });

  test('by two scans the visit is measured; a badge that is still before the camera is the same scan', async () => {
    await lab.leads.capture(scan(badge));
    lab.setNow(labNowMs + sameScanMs - 1_000);
    expect(await lab.leads.capture(scan(badge))).toMatchObject({ visit: 'same' });
    lab.setNow(labNowMs + 5 * minuteMs);
    expect(await lab.leads.capture(scan(badge))).toMatchObject({ visit: 'left' });
    expect(shown().lead).toMatchObject({ dwellSeconds: 300, captures: 1, quality: 15 });
    lab.setNow(labNowMs + 60 * minuteMs);
    expect(await lab.leads.capture(scan(badge))).toMatchObject({ visit: 'again' });
    expect(shown().lead.captures).toBe(2);
  });

  test('by two taps the visit is measured, too', async () => {
    await lab.leads.capture(scan(badge));
    lab.setNow(labNowMs + 2 * minuteMs);
    await lab.leads.tapVisit(badge);
    expect(shown()).toMatchObject({ runningSince: null, lead: { dwellSeconds: 120 } });
    await lab.leads.tapVisit(badge);
    lab.setNow(labNowMs + 3 * minuteMs);
    await lab.leads.tapVisit(badge);
    expect(shown().lead.dwellSeconds).toBe(179);
  });

  test('of a badge that the device does not know is a lead all the same; a typed number that it does not know is none', async () => {
    const stranger = 'F'.repeat(20);
    expect(await lab.leads.capture(scan(stranger, 'typed'))).toEqual({ kind: 'unknown_badge' });
    expect(await lab.leads.capture(scan(stranger))).toMatchObject({ kind: 'captured', visit: 'new' });
    expect(shown(stranger).person.name).toBeNull();
    expect(await lab.leads.capture(scan('0A1B-2C3D-4E5F-6071-8293', 'typed'))).toMatchObject({
      kind: 'captured',
      badge,
    });
  });

  test('of something else says what it is', async () => {
    expect(await lab.leads.capture(scan('https://example.org'))).toEqual({ kind: 'not_a_badge', what: 'other_code' });
    lab.apply('exhibitors', labIds.exhibitor, null);
    expect(await lab.leads.capture(scan(badge))).toEqual({ kind: 'no_exhibitor' });
  });

  test('is not shown before the disk has it: a full disk makes no lead, and room makes one', async () => {
    lab.disk.setFault('refuses');
    expect(await lab.leads.capture(scan(badge))).toMatchObject({ kind: 'not_recorded', reason: 'disk_full' });
    expect(lab.leads.lead(badge)).toBeNull();
    expect(lab.leads.state().leads).toEqual([]);
    lab.disk.setFault(null);
    expect(await lab.leads.capture(scan(badge))).toMatchObject({ visit: 'new' });
  });

  test('that the disk took although it said otherwise is there once', async () => {
    lab.disk.setFault('lies');
    expect(await lab.leads.capture(scan(badge))).toMatchObject({ kind: 'not_recorded' });
    lab.disk.setFault(null);
    expect(shown().lead.captures).toBe(1);
    lab.setNow(labNowMs + 1_000);
    expect(await lab.leads.capture(scan(badge))).toMatchObject({ visit: 'same' });
    expect(lab.disk.rows().map(({ counter }) => counter)).toEqual([1, 2]);
  });
});

/** A value of each kind of entry: a kind that is added needs one here, or this does not compile. */
const entries: { readonly [K in EntryKind]: LeadEditValues[K] } = {
  rating: 4,
  follow_up: 'this_week',
  demo: true,
  card: true,
  questions: 3,
  literature: 2,
  tag: 'cranes',
  untag: ['019c167f-cc00-7000-8000-00000000aaaa'],
  note: 'Wants a price',
  answer: { question: 'budget', answer: 'Yes' },
  consent: true,
};

describe.each(Object.keys(entries) as EntryKind[])('an entry of the kind %s', (kind) => {
  test('is valid, on the disk at once, there after a restart, and taken back by undo', async () => {
    expect(leadEditValue(kind, entries[kind])).toMatchObject({ ok: true });
    await lab.leads.capture(scan(badge));
    const before = shown().lead;
    expect(await lab.leads.enter(badge, kind, entries[kind])).toEqual({ kind: 'recorded' });
    const after = shown().lead;
    if (kind !== 'untag') expect(after).not.toEqual(before);
    lab = await lab.reload();
    expect(shown().lead).toEqual(after);
    const { edit } = must(shown().undoable, 'something to take back');
    await lab.leads.undo(badge, edit);
    expect(shown().lead).toEqual(before);
  });
});

test('every kind of edit is an entry, or has a way of its own', () => {
  const own = ['captured', 'undo', 'started', 'stopped', 'dwell', 'photo'];
  expect([...Object.keys(entries), ...own].sort()).toEqual([...leadEditKinds].sort());
});

test('two entries in one millisecond, or after a clock that was set back, keep their order', async () => {
  await lab.leads.capture(scan(badge));
  for (const rating of [1, 5, 2]) await lab.leads.enter(badge, 'rating', rating);
  lab.setNow(labNowMs - dayMs);
  await lab.leads.enter(badge, 'rating', 3);
  expect(shown().lead.rating).toBe(3);
});

test('discarding takes back every scan: it is no lead until it is scanned again, and keeps what was entered', async () => {
  await lab.leads.capture(scan(badge));
  await lab.leads.enter(badge, 'note', 'Comes back tomorrow');
  await lab.leads.discard(badge);
  expect(lab.leads.state().leads).toEqual([]);
  lab.setNow(labNowMs + 2 * 60 * minuteMs);
  expect(await lab.leads.capture(scan(badge))).toMatchObject({ visit: 'new' });
  expect(shown().lead.notes).toHaveLength(1);
});

test('a lead that was discarded by mistake is one again, by its undo and by the next scan, also a second later', async () => {
  await lab.leads.capture(scan(badge));
  await lab.leads.enter(badge, 'note', 'Comes back tomorrow');
  await lab.leads.discard(badge);
  expect(await lab.leads.restore(badge)).toEqual({ kind: 'recorded' });
  expect(lab.leads.state().leads).toMatchObject([
    { badge, lead: { captures: 1, notes: [{ text: 'Comes back tomorrow' }] } },
  ]);
  await lab.leads.discard(badge);
  lab.setNow(labNowMs + 1_000);
  expect(await lab.leads.capture(scan(badge))).toMatchObject({ visit: 'new' });
  expect(lab.leads.state().leads).toMatchObject([{ badge, lead: { captures: 1 } }]);
});

test('the badge that ended a visit and is still before the camera begins no other one', async () => {
  await lab.leads.capture(scan(badge));
  lab.setNow(labNowMs + 5 * minuteMs);
  expect(await lab.leads.capture(scan(badge))).toMatchObject({ visit: 'left' });
  lab.setNow(labNowMs + 5 * minuteMs + 4_000);
  expect(await lab.leads.capture(scan(badge))).toMatchObject({ visit: 'left' });
  expect(shown()).toMatchObject({ runningSince: null, lead: { captures: 1, dwellSeconds: 300 } });
  lab.setNow(labNowMs + 6 * minuteMs);
  expect(await lab.leads.capture(scan(badge))).toMatchObject({ visit: 'again' });
});

test('consent: asked, agreed and declined here, and the server’s word', async () => {
  await lab.leads.capture(scan(badge));
  await lab.leads.enter(badge, 'consent', true);
  expect(shown().person).toMatchObject({ contact: 'agreed', email: null });
  const record = { exhibitor: labIds.exhibitor, badge, name: 'Ananya Sharma', company: null, role: null };
  const shared = { ...record, email: 'ananya@example.org', phone: '+91 1', contactShared: true };
  lab.apply('leads', '019c167f-cc00-7000-8000-0000000000f1', shared);
  expect(shown().person).toMatchObject({ contact: 'shared', email: 'ananya@example.org', phone: '+91 1' });
  // Withdrawn here: gone at once, before the server has heard of it.
  await lab.leads.enter(badge, 'consent', false);
  expect(shown().person).toMatchObject({ contact: 'declined', email: null, phone: null });
  await lab.leads.enter(badge, 'consent', true);
  // Withdrawn by the visitor: gone with the next change from the server.
  lab.apply('registrations', '019c167f-cc00-7000-8000-000000000100', {
    event: labIds.event,
    badgeCode: badge,
    name: 'Ananya Sharma',
    contactSharing: 'declined',
  });
  expect(shown().person).toMatchObject({ contact: 'declined', email: null, phone: null });
});

test('edits of another device unite with the own ones, each once, also when the own ones come back', async () => {
  await lab.leads.capture(scan(badge));
  await lab.leads.enter(badge, 'questions', 2);
  const far = (kind: string, value: unknown, n: number) =>
    lab.apply('lead_edits', `019c167f-cc00-7000-8000-0000000002${n}0`, {
      ...{ event: labIds.event, exhibitor: labIds.exhibitor, badge, device: 'another', by: 'Kim' },
      at: new Date(labNowMs + n * secondMs).toISOString(),
      kind,
      value,
    });
  far('captured', null, 1);
  far('questions', 1, 2);
  far('note', 'Asked about service', 3);
  for (const { edit } of lab.disk.rows()) lab.apply('lead_edits', edit.id, edit);
  expect(shown().lead).toMatchObject({ captures: 2, questionsAsked: 3, notes: [{ by: 'Kim' }] });
  expect(lab.leads.state().leads).toHaveLength(1);
  // Of another booth: none of this device's business.
  lab.apply('lead_edits', '019c167f-cc00-7000-8000-000000000299', {
    ...{ event: labIds.event, exhibitor: labIds.event, badge: other, device: 'x', by: null, kind: 'captured' },
    at: new Date(labNowMs).toISOString(),
    value: null,
  });
  expect(lab.leads.lead(other)).toBeNull();
});

test('search finds a lead by name without accents, company, tag, note and number', async () => {
  for (const one of labBadges) await lab.leads.capture(scan(one));
  await lab.leads.enter(badge, 'tag', 'Crâne');
  await lab.leads.enter(badge, 'note', 'Wants six kits');
  const found = (text: string) => lab.leads.search(text).map((lead) => lead.badge);
  for (const text of ['ananya', 'turbines green', 'crane', 'SIX kits', badge.slice(0, 8).toLowerCase()])
    expect([text, found(text)]).toEqual([text, [badge]]);
  expect(found('ελενη')).toEqual([labBadges[2]]);
  expect(found('')).toHaveLength(3);
  expect(found('nothing like it')).toEqual([]);
});

test('what the server answered is sent, what it refused stays and is shown, and another log gets everything again', async () => {
  await lab.leads.capture(scan(badge));
  await lab.leads.enter(badge, 'rating', 5);
  const [captured, started, rating] = lab.journal.unsent(10).map(({ id }) => id);
  await lab.journal.expectRoster('log-1');
  await lab.journal.answered(
    [must(captured, 'one'), must(rating, 'three')],
    [{ id: must(started, 'two'), code: 'not_yours', message: 'Not yours.' }],
  );
  expect(lab.leads.state()).toMatchObject({ pending: 0, waiting: 0, parked: [{ code: 'not_yours' }] });
  expect(lab.journal.unsentRows().map(({ id }) => id)).toEqual([started]);
  lab = await lab.reload();
  expect(lab.leads.state()).toMatchObject({ pending: 0, parked: [{ code: 'not_yours' }] });
  await lab.journal.expectRoster('log-2');
  expect(lab.journal.unsent(10).map(({ id }) => id)).toEqual([captured, started, rating]);
});

test('a number is never used again, also where the rows were handed over', async () => {
  await lab.leads.capture(scan(badge));
  await lab.journal.forget(lab.disk.rows().map(({ id }) => id));
  lab = await lab.reload();
  await lab.leads.capture(scan(other));
  expect(lab.disk.rows().map(({ counter }) => counter)).toEqual([3, 4]);
  expect(lab.journal.pending()).toBe(2);
});

test('a scan ends a visit only between the same scan and the longest visit, at any times', () => {
  const time = fc.integer({ min: 0, max: 10 * visitMaxMs });
  fc.assert(
    fc.property(fc.option(time), fc.option(time), time, (since, last, nowMs) => {
      const meaning: ScanMeaning = meaningOfScan(since, last, nowMs);
      if (since === null) expect(meaning).toBe('begins');
      if (meaning === 'ends') expect(nowMs - (since ?? 0)).toBeLessThanOrEqual(visitMaxMs);
    }),
  );
});
