/**
 * Tests the photos of business cards on an exhibitor's device. The device writes a photo to disk before it shows it, and
 * deletes it after an undo, a refusal by the server or a visitor's withdrawal of the consent.
 */
import { beforeEach, expect, test, vi } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { minuteMs } from '#shared/base/time.ts';
import { type LeadsLab, labBadges, labIds, labNowMs, openLeadsLab } from '#test/fixtures/leads-lab.ts';

const [badge] = labBadges;
const jpeg = Uint8Array.from({ length: 40 }, (_, n) => n);
const photo = { jpeg, width: 800, height: 500 };
const person = '019c167f-cc00-7000-8000-000000000100';
const record = { exhibitor: labIds.exhibitor, badge, name: 'Ananya Sharma', company: null, role: null, photos: null };

let lab: LeadsLab;
beforeEach(async () => {
  lab = await openLeadsLab();
  await lab.leads.capture({ source: 'camera', candidates: [badge] });
});

const shown = () => must(lab.leads.lead(badge), 'a lead');
const agree = () => lab.leads.enter(badge, 'consent', true);
const gone = () => vi.waitUntil(() => lab.photos.ids().length === 0);
/** As the server's word: everything has reached it. */
async function sent(contactShared: boolean): Promise<void> {
  await lab.journal.answered([...lab.journal.pendingIds()], []);
  lab.apply('leads', '019c167f-cc00-7000-8000-0000000000f1', { ...record, contactShared });
}

test('is on the disk before it is shown, there after a restart, and scanned by the lead', async () => {
  await agree();
  expect(await lab.leads.addPhoto(badge, photo)).toEqual({ kind: 'recorded' });
  const [one] = shown().photos;
  expect(shown()).toMatchObject({ photos: [{ isHere: true }], lead: { businessCardScanned: true } });
  lab = await lab.reload();
  expect(shown().photos).toEqual([one]);
  expect(await lab.leads.photo(must(one, 'a photo').edit)).toEqual(jpeg);
});

test('that the disk does not take is none; room makes one', async () => {
  await agree();
  lab.photos.refuse(true);
  expect(await lab.leads.addPhoto(badge, photo)).toMatchObject({ kind: 'not_recorded', reason: 'disk_full' });
  expect(shown().photos).toEqual([]);
  lab.photos.refuse(false);
  expect(await lab.leads.addPhoto(badge, photo)).toEqual({ kind: 'recorded' });
});

test('a photo whose edit was not written leaves the disk with the next start: the power failed in between', async () => {
  await agree();
  lab.disk.setFault('refuses');
  expect(await lab.leads.addPhoto(badge, photo)).toMatchObject({ kind: 'not_recorded' });
  lab.disk.setFault(null);
  expect(lab.photos.ids()).toHaveLength(1);
  lab = await lab.reload();
  await gone();
});

test('is taken back by undo, from the disk too', async () => {
  await agree();
  await lab.leads.addPhoto(badge, photo);
  const { edit, kind } = must(shown().undoable, 'something to take back');
  expect(kind).toBe('photo');
  await lab.leads.undo(badge, edit);
  expect(shown()).toMatchObject({ photos: [], lead: { businessCardScanned: false } });
  await gone();
});

test('is gone at once when the visitor declines here, although nothing has reached the server', async () => {
  await agree();
  await lab.leads.addPhoto(badge, photo);
  await lab.leads.enter(badge, 'consent', false);
  expect(shown().photos).toEqual([]);
  await gone();
});

test('is gone with the server’s word that the visitor took it back; while it waits for the server it stays', async () => {
  await agree();
  await lab.leads.addPhoto(badge, photo);
  // A record of before: the server has not seen the consent yet.
  lab.apply('leads', '019c167f-cc00-7000-8000-0000000000f1', { ...record, contactShared: false });
  lab.setNow(labNowMs + minuteMs);
  expect(shown().photos).toHaveLength(1);
  await sent(true);
  expect(shown().photos).toHaveLength(1);
  expect(lab.photos.ids()).toHaveLength(1);
  const { edit } = must(shown().photos[0], 'a photo');
  await sent(false);
  expect(shown().photos).toEqual([]);
  // The server undoes it.
  lab.apply('lead_edits', '019c167f-cc00-7000-8000-000000000291', {
    ...{ event: labIds.event, exhibitor: labIds.exhibitor, badge, device: 'system:contact-withdrawn', by: null },
    ...{ at: new Date(labNowMs + minuteMs).toISOString(), kind: 'undo', value: { edit } },
  });
  await gone();
});

test('of a visitor who declined on the ticket page is gone, too', async () => {
  await agree();
  await lab.leads.addPhoto(badge, photo);
  await sent(true);
  lab.apply('registrations', person, { event: labIds.event, badgeCode: badge, contactSharing: 'declined' });
  expect(shown().photos).toEqual([]);
  await gone();
});

test('that the server refused is not shown and not kept', async () => {
  await agree();
  await lab.leads.addPhoto(badge, photo);
  const id = must(shown().photos[0], 'a photo').edit;
  await lab.journal.answered([], [{ id, code: 'contact_not_shared', message: 'No.' }]);
  expect(shown().photos).toEqual([]);
  await gone();
  expect(lab.leads.state().parked).toMatchObject([{ id, code: 'contact_not_shared' }]);
});

test('of another device is one of the lead, and comes with the next connection', async () => {
  await agree();
  await lab.leads.addPhoto(badge, photo);
  const far = '019c167f-cc00-7000-8000-000000000290';
  lab.apply('lead_edits', far, {
    ...{ event: labIds.event, exhibitor: labIds.exhibitor, badge, device: 'another', by: 'Kim', kind: 'photo' },
    at: new Date(labNowMs).toISOString(),
    value: { sha256: 'a'.repeat(64), width: 10, height: 10 },
  });
  expect(
    shown()
      .photos.map(({ isHere }) => isHere)
      .sort(),
  ).toEqual([false, true]);
  await lab.photos.put(far, jpeg);
  expect(shown().photos.map(({ isHere }) => isHere)).toEqual([true, true]);
});
