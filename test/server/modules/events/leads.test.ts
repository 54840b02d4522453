/** Leads: what programs and members may do with them, what is computed, and what a visitor's word on contact details does. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, guestActor } from '#server/core/policy/actor.ts';
import { changeFor } from '#server/core/policy/visibility/record-visibility.ts';
import { sharesContact } from '#server/modules/events/leads/contact.ts';
import { must } from '#shared/base/assert.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import { leads } from '#shared/modules/events/lead.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { postgres } from '../../../fixtures/postgres.ts';
import {
  ada,
  at,
  confirmedPlace,
  type EventsModule,
  listAt,
  openEventsModule,
  sampleEvent,
  textAt,
} from './events-module.ts';

const codeOf = ({ body }: { body: unknown }) => at(body, 'errors.0.code');

describe.each(['sqlite', 'postgres'] as const)('%s', (store) => {
  let house: EventsModule;
  let eventId: string;
  let exhibitorId: string;
  let otherId: string;
  let secret: string;
  let registrationId: string;
  let badge: string;
  let people = 0;

  beforeAll(async () => {
    house = await openEventsModule(
      store === 'postgres' ? { databaseUrl: await (await postgres()).database('leads') } : {},
    );
    eventId = textAt((await house.act('events.create', sampleEvent())).body, 'id');
    await house.follow();
    const made = async (name: string) => textAt((await act('create_exhibitor', { name })).body, 'id');
    [exhibitorId, otherId] = [await made('Nordlicht'), await made('Riverstone')];
    secret = await secretOf('bjorn@nordlicht.example');
  }, 60_000);
  afterAll(() => house?.close());
  beforeEach(async () => {
    people += 1;
    registrationId = (await confirmedPlace(house, eventId, { ...ada, email: `p${people}@example.org` })).id;
    badge = String((await house.get('registrations', registrationId))['badgeCode']);
  });

  const act = (action: string, input: object = {}, actor?: Actor) =>
    house.act(`events.${action}`, { eventId, ...input }, actor);
  const guest = (action: string) =>
    guestActor(house.tenant, [`events.${action}`], { from: '192.0.2.1', acceptLanguage: 'en' });
  /** As the page of a member runs it. */
  const asMember = (action: string, input: object, own = secret) =>
    act(action, { secret: own, ...input }, guest(action));
  async function secretOf(email: string, exhibitor = exhibitorId) {
    const { body } = await act('invite_exhibitor_member', { exhibitorId: exhibitor, email });
    return textAt(body, 'link').split('/x/')[1] ?? '';
  }
  const capture = (more: object = {}) => act('capture_lead', { exhibitorId, qrCode: badge, ...more });
  const leadNow = async (of = registrationId) =>
    (await house.all('leads', { registration: of, exhibitor: exhibitorId }))[0];

  test('a capture answers 201 with quality and tier; a second one adds to the same lead and answers 200', async () => {
    const first = await capture({
      dwellSeconds: 190,
      questionsAsked: 3,
      literatureTaken: 1,
      notes: 'Wants a price',
      rating: 4,
    });
    expect(first).toMatchObject({ status: 201, body: { quality: 30, tier: 'cold', rating: 4, captures: 1 } });
    const second = await capture({
      dwellSeconds: 150,
      literatureTaken: 1,
      demoScheduled: true,
      businessCardScanned: true,
    });
    expect(second).toMatchObject({
      status: 200,
      body: { id: first.body['id'], quality: 82, tier: 'hot', dwellSeconds: 340, captures: 2, rating: 4 },
    });
    expect(listAt(second.body, 'notes')).toMatchObject([{ text: 'Wants a price' }]);
  });

  test('quality and tier are never accepted, by a capture, a change or the generic surface', async () => {
    expect(codeOf(await capture({ quality: 100 }))).toBe('unknown_field');
    expect(codeOf(await capture({ tier: 'hot' }))).toBe('unknown_field');
    const { body } = await capture();
    expect(codeOf(await act('update_lead', { leadId: body['id'], quality: 100 }))).toBe('unknown_field');
    const written = await house.update('leads', textAt(body, 'id'), { quality: 100 });
    expect(written).toMatchObject({ kind: 'refused', errors: [{ code: 'not_writable' }] });
  });

  test('a change says what it is now, keeps every note, and the history what was there before', async () => {
    const leadId = textAt((await capture({ questionsAsked: 5, rating: 2, tags: ['ports', 'price'] })).body, 'id');
    house.nowMs += minuteMs;
    const changed = await act('update_lead', {
      ...{ leadId, questionsAsked: 3, rating: 5, notes: 'Call in March', removeTags: ['price'], followUp: 'this_week' },
    });
    expect(changed.body).toMatchObject({ questionsAsked: 3, rating: 5, tags: ['ports'], followUp: 'this_week' });
    const history = listAt((await act('lead_history', { leadId })).body, 'history');
    expect(history.filter(({ kind }) => kind === 'rating')).toMatchObject([
      { value: 2, standing: 'replaced' },
      { value: 5, standing: 'counts' },
    ]);
    const note = history.find(({ kind }) => kind === 'note');
    const undone = await act('update_lead', { leadId, undo: note?.['edit'] });
    expect(listAt(undone.body, 'notes')).toEqual([]);
  });

  test('an answer is to a question that the exhibitor asks; another key is refused with those that it asks', async () => {
    const asking = textAt((await act('create_exhibitor', { name: 'Asking' })).body, 'id');
    const answering = (key: string) =>
      act('capture_lead', { exhibitorId: asking, qrCode: badge, answers: { [key]: 'Yes' } });
    expect(codeOf(await answering('budget'))).toBe('lead_edit_invalid');
    const questions = [{ key: 'budget', text: 'Budget this year?', options: ['Yes', 'No'] }];
    await act('update_exhibitor', { exhibitorId: asking, questions });
    const refused = await answering('colour');
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ code: 'lead_edit_invalid', path: 'answers' }] } });
    expect(at(refused.body, 'errors.0.message')).toContain('Its questions: budget.');
    expect(await house.all('leads', { exhibitor: asking })).toEqual([]);
    expect((await answering('budget')).body).toMatchObject({ answers: { budget: 'Yes' } });
  });

  test('a badge of another event or of no one is unknown; one of badge and registration is needed', async () => {
    expect(codeOf(await act('capture_lead', { exhibitorId, qrCode: 'B-NOBODY' }))).toBe('badge_unknown');
    expect(codeOf(await act('capture_lead', { exhibitorId }))).toBe('badge_missing');
    expect(codeOf(await act('capture_lead', { exhibitorId, qrCode: badge, registrationId }))).toBe('badge_missing');
    expect((await act('capture_lead', { exhibitorId, registrationId })).status).toBe(201);
  });

  test('an invited person gets one email with the link, in the language asked for; not once it was withdrawn', async () => {
    const invite = async (email: string, more: object = {}) =>
      (await act('invite_exhibitor_member', { exhibitorId, email, ...more })).body;
    const mailsTo = (email: string) => house.letters.filter(({ recipient }) => recipient.email === email);
    const { link } = await invite('cy@nordlicht.example', { name: 'Cy', language: 'de' });
    const gone = await invite('dan@nordlicht.example');
    await act('revoke_exhibitor_member', { exhibitorId, memberId: gone['id'] });
    await house.follow();
    expect(mailsTo('cy@nordlicht.example')).toMatchObject([
      {
        ...{ template: 'exhibitor_invited', language: 'de', recipient: { name: 'Cy' } },
        exhibitor: { name: 'Nordlicht', pageUrl: link },
      },
    ]);
    expect(mailsTo('dan@nordlicht.example')).toEqual([]);
  });

  test('a member who is invited again gets a new link, and the former one ends; no one ends their own', async () => {
    const email = 'eva@nordlicht.example';
    const [first, second] = [await secretOf(email), await secretOf(email)];
    expect(second).not.toBe(first);
    expect(codeOf(await asMember('leads', { exhibitorId }, first))).toBe('exhibitor_scope');
    expect((await asMember('leads', { exhibitorId }, second)).status).toBe(200);
    expect(await house.all('exhibitor_members', { email })).toMatchObject([{ revokedAt: null }]);
    const own = await asMember('invite_exhibitor_member', { exhibitorId, email }, second);
    expect([own.status, codeOf(own)]).toEqual([409, 'own_link']);
    expect((await asMember('leads', { exhibitorId }, second)).status).toBe(200);
  });

  test('withdrawn links make room for new ones', async () => {
    const made = await house.store.commit('test', async (tx) => {
      for (let n = 0; n < 200; n++)
        await tx.create('exhibitor_members', {
          ...{ event: eventId, exhibitor: otherId, email: `gone${n}@example.org`, name: null, language: null },
          ...{ pageSecret: `gone-${n}`, invitedAt: tx.now, revokedAt: tx.now },
        });
      return ok(null);
    });
    expect(made).toMatchObject({ ok: true });
    const invited = await act('invite_exhibitor_member', { exhibitorId: otherId, email: 'new@example.org' });
    expect([invited.status, codeOf(invited)]).toEqual([201, undefined]);
  });

  test('columns of the file: names are there once, and an answer names a question', async () => {
    const change = (exportColumns: readonly object[]) => asMember('update_exhibitor', { exhibitorId, exportColumns });
    const column = (header: string, more: object = {}) => ({ header, field: 'name', ...more });
    expect(codeOf(await change([column('Name'), column('name ')]))).toBe('duplicate_export_column');
    expect(codeOf(await change([column('X', { field: 'answer', question: 'none' })]))).toBe('export_question_missing');
    expect((await change([column('X', { field: 'no such field' })])).status).toBe(422);
    expect((await change([column('Contact')])).body).toMatchObject({ exportColumns: [{ header: 'Contact' }] });
    expect((await change([])).body).toMatchObject({ exportColumns: [] });
  });

  describe('a member', () => {
    test('works on the leads of the own exhibitor, and on none of another', async () => {
      const own = await asMember('capture_lead', { exhibitorId, qrCode: badge });
      expect(own.status).toBe(201);
      const foreign = textAt((await act('capture_lead', { exhibitorId: otherId, qrCode: badge })).body, 'id');
      expect(codeOf(await asMember('capture_lead', { exhibitorId: otherId, qrCode: badge }))).toBe('exhibitor_scope');
      expect(codeOf(await asMember('update_lead', { leadId: foreign, notes: 'mine' }))).toBe('lead_not_found');
      expect(codeOf(await asMember('lead_history', { leadId: foreign }))).toBe('lead_not_found');
      expect(codeOf(await asMember('leads', { exhibitorId: otherId }))).toBe('exhibitor_scope');
      expect(codeOf(await asMember('leads', {}))).toBe('exhibitor_scope');
      expect(codeOf(await asMember('update_exhibitor', { exhibitorId: otherId }))).toBe('exhibitor_scope');
      expect(codeOf(await asMember('invite_exhibitor_member', { exhibitorId: otherId, email: 'a@b.example' }))).toBe(
        'exhibitor_scope',
      );
      const seen = listAt((await asMember('leads', { exhibitorId })).body, 'leads');
      expect(new Set(seen.map(({ exhibitor }) => exhibitor))).toEqual(new Set([exhibitorId]));
    });

    test('without a secret, with a wrong one or a withdrawn one: nothing', async () => {
      expect(codeOf(await act('leads', { exhibitorId }, guest('leads')))).toBe('exhibitor_scope');
      expect(codeOf(await asMember('leads', { exhibitorId }, `${secret.slice(0, -2)}zz`))).toBe('exhibitor_scope');
      const invited = await act('invite_exhibitor_member', { exhibitorId, email: 'left@nordlicht.example' });
      const left = textAt(invited.body, 'link').split('/x/')[1] ?? '';
      expect((await asMember('leads', { exhibitorId }, left)).status).toBe(200);
      await act('revoke_exhibitor_member', { exhibitorId, memberId: invited.body['id'] });
      expect(codeOf(await asMember('leads', { exhibitorId }, left))).toBe('exhibitor_scope');
    });
  });

  test('the devices of a new exhibitor ask for consent until it says otherwise', async () => {
    const made = textAt((await act('create_exhibitor', { name: 'New' })).body, 'id');
    expect(await house.get('exhibitors', made)).toMatchObject({ asksConsent: true });
  });

  test('a change of an exhibitor keeps what it leaves out; name and booth, and whether it exhibits, are the organizer’s word', async () => {
    const questions = [{ key: 'budget', text: 'What is your budget?' }];
    await act('update_exhibitor', { exhibitorId, booth: 'A 12', contactName: 'Berta' });
    expect((await asMember('update_exhibitor', { exhibitorId, questions })).status).toBe(200);
    expect((await asMember('update_exhibitor', { exhibitorId, asksConsent: false })).status).toBe(200);
    for (const organizers of [{ booth: 'B 1' }, { name: 'Other' }, { removed: true }, { removed: false }])
      expect(codeOf(await asMember('update_exhibitor', { exhibitorId, ...organizers }))).toBe('exhibitor_scope');
    const twice = [...questions, ...questions];
    expect(codeOf(await asMember('update_exhibitor', { exhibitorId, questions: twice }))).toBe(
      'duplicate_question_key',
    );
    const kept = { booth: 'A 12', contactName: 'Berta', asksConsent: false };
    expect(await house.get('exhibitors', exhibitorId)).toMatchObject({ ...kept, questions });
  });

  describe('contact details', () => {
    const shared = { email: `p@example.org`, contactShared: true };
    const hidden = { name: 'Ada Lovelace', company: ada.company, email: null, phone: null, contactShared: false };
    const decide = (sharing: string) => act('set_contact_sharing', { registrationId, sharing });
    const email = () => `p${people}@example.org`;

    test('are not shown until the visitor agrees, on the spot or on the own page', async () => {
      expect((await capture()).body).toMatchObject(hidden);
      house.nowMs += minuteMs;
      expect((await capture({ consent: true })).body).toMatchObject({ ...shared, email: email() });
    });

    test('vanish from every lead once the visitor declines; the lead stays with what is left', async () => {
      await decide('agreed');
      await capture({ notes: 'Met at the talk' });
      expect(await leadNow()).toMatchObject({ ...shared, email: email() });
      house.nowMs += minuteMs;
      await decide('declined');
      await house.follow();
      expect(await leadNow()).toMatchObject({ ...hidden, notes: [{ text: 'Met at the talk' }] });
    });

    test('go with the registration when it is deleted, at every booth; notes and counts stay', async () => {
      await decide('agreed');
      await capture({ notes: 'Met at the talk' });
      await act('capture_lead', { exhibitorId: otherId, qrCode: badge });
      expect(await leadNow()).toMatchObject({ ...shared, email: email() });
      const deleted = await house.store.commit('system:privacy', async (tx) =>
        ok(await tx.delete(registrations, registrationId)),
      );
      expect(deleted.ok).toBe(true);
      await house.follow();
      const left = await house.all('leads', { registration: registrationId });
      const empty = { name: null, company: null, role: null, email: null, phone: null, contactShared: false };
      expect(left).toMatchObject([empty, empty]);
      expect(await leadNow()).toMatchObject({ captures: 1, notes: [{ text: 'Met at the talk' }] });
    });

    test('no change of a lead repeats what a visitor took back', async () => {
      await capture({ consent: true });
      house.nowMs += minuteMs;
      await decide('declined');
      const from = await house.store.head();
      await house.follow();
      const changes = await house.store.since(from, { limit: 1_000, collections: ['leads'] });
      const change = must(
        changes.find(({ record }) => record['registration'] === registrationId),
        'the change',
      );
      expect(change.previous).toMatchObject({ email: email() });
      const reader = { tenant: house.tenant, kind: 'key', id: 'k', scopes: new Set(['events:read']) } as const;
      const seen = changeFor({ ...reader, roles: new Set() }, leads, change);
      expect(JSON.stringify(seen)).not.toContain(email());
    });

    test('agreed at the booth before, declined after: the refusal counts; agreed at the booth after it: that counts', async () => {
      await capture({ consent: true });
      house.nowMs += minuteMs;
      await decide('declined');
      await house.follow();
      expect(await leadNow()).toMatchObject(hidden);
      house.nowMs += minuteMs;
      expect((await capture({ consent: true })).body).toMatchObject({ contactShared: true });
    });

    test.each([
      ['agreed', 0, false, false],
      ['declined', 0, true, false],
      ['agreed', 0, true, true],
      ['agreed', -1, false, true],
      ['agreed', 1, false, false],
      ['declined', 1, true, true],
      ['declined', -1, true, false],
      [null, 0, true, true],
      [null, 0, false, false],
    ] as const)('page %s, booth %i ms later %s: shared %s', (contactSharing, laterMs, agreed, isShared) => {
      const page = { contactSharing, contactSharingAt: contactSharing && isoTime(house.nowMs) };
      expect(sharesContact(page, { agreed, at: isoTime(house.nowMs + laterMs) })).toBe(isShared);
      expect(sharesContact(page, null)).toBe(contactSharing === 'agreed');
    });

    test('a program cannot record a visitor who declined', async () => {
      await decide('declined');
      expect(codeOf(await capture())).toBe('contact_sharing_declined');
    });
  });

  describe('edits of devices', () => {
    const device = '01970000-0000-7000-8000-00000000d001';
    const kiosk = (of: string | null): Actor => {
      const actor = house.kiosk(eventId, '', device);
      return { ...actor, kiosk: { ...actor.kiosk!, gate: null, role: 'exhibitor', exhibitor: of, roster: 'all' } };
    };
    let n = 0;
    const push = (values: object, actor = kiosk(exhibitorId)) => {
      n += 1;
      const id = uuidv7(
        house.nowMs,
        Uint8Array.from({ length: 10 }, (_, i) => (n * 13 + i) & 255),
      );
      const edit = { event: eventId, exhibitor: exhibitorId, badge, device, at: isoTime(house.nowMs), by: 'Björn' };
      return house.create('lead_edits', id, { ...edit, kind: 'captured', value: null, ...values }, actor);
    };
    const refusal = { kind: 'refused' };

    test('become one lead, announced once as captured', async () => {
      await push({});
      await push({ kind: 'questions', value: 2 });
      await push({ kind: 'note', value: 'Wants a price' });
      await house.follow();
      const lead = await leadNow();
      expect(lead).toMatchObject({ captures: 1, questionsAsked: 2, state: 'captured', edits: 3 });
      const from = (await house.store.head()) - 20;
      const changes = await house.store.since(from, { limit: 1_000, collections: ['leads'] });
      const types = changes.filter(({ id }) => id === lead?.id).flatMap((change) => change.types);
      expect(types.filter((type) => type.endsWith('.captured'))).toEqual(['events.lead.captured']);
    });

    test('of another exhibitor, event, device or badge, with a wrong value, and changes: refused', async () => {
      expect(await push({ exhibitor: otherId })).toMatchObject({ ...refusal, errors: [{ code: 'not_yours' }] });
      expect(await push({}, kiosk(otherId))).toMatchObject({ ...refusal, errors: [{ code: 'not_yours' }] });
      expect(await push({}, kiosk(null))).toMatchObject({ ...refusal, errors: [{ code: 'not_yours' }] });
      expect(await push({ device: 'other' })).toMatchObject({ ...refusal, errors: [{ code: 'not_yours' }] });
      expect(await push({ badge: 'B-NOBODY' })).toMatchObject({ ...refusal, errors: [{ code: 'badge_unknown' }] });
      expect(await push({ kind: 'rating', value: 9 })).toMatchObject({
        ...refusal,
        errors: [{ code: 'lead_edit_invalid' }],
      });
      expect(await house.all('lead_edits', { badge })).toEqual([]);
    });

    test('a consent withdrawn at the device hides the contact details after the sync', async () => {
      await push({});
      await push({ kind: 'consent', value: true });
      await house.follow();
      expect(await leadNow()).toMatchObject({ contactShared: true });
      house.nowMs += minuteMs;
      await push({ kind: 'consent', value: false });
      await house.follow();
      expect(await leadNow()).toMatchObject({ contactShared: false, email: null });
    });
  });
});
