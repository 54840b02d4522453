/** At the gate: supervisors with their PINs, groups on one code, and what a duplicate says. */
import { webcrypto } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Actor } from '#server/core/policy/actor.ts';
import { replicaOf } from '#server/surfaces/replication/replica-view.ts';
import { type StoredPin, verifyPin } from '#shared/admission/supervisor-pin.ts';
import { hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { supervisors } from '#shared/modules/events/admission.ts';
import { asHeldByDevice } from '#shared/schema/definition.ts';
import { codeNow, listAt, openingTime, textAt } from './events-module.ts';
import {
  codeOf,
  detailOf,
  enter,
  eventId,
  gateNamed,
  house,
  kioskIds,
  makeEvent,
  openGateLab,
  person,
  place,
  push,
  supervisor,
} from './gate-lab.ts';

openGateLab();

describe('supervisors', () => {
  const set = (input: object) => house.act('events.set_supervisor', { eventId, ...input });
  const derive = async (pin: Uint8Array<ArrayBuffer>, salt: Uint8Array<ArrayBuffer>, iterations: number) => {
    const key = await webcrypto.subtle.importKey('raw', pin, 'PBKDF2', false, ['deriveBits']);
    const bits = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
    return new Uint8Array(await webcrypto.subtle.deriveBits(bits, key, 256));
  };

  test('a kiosk gets what it needs to verify the PIN; no other caller sees it', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    const answer = await set({ name: 'Kim', pin: '482916' });
    expect(answer).toEqual({
      status: 200,
      body: { id: expect.any(String), name: 'Kim', active: true, pinSetAt: isoTime(house.nowMs) },
    });
    const stored = await house.get('supervisors', textAt(answer.body, 'id'));
    expect(JSON.stringify(stored)).not.toContain('482916');
    const onKiosk = replicaOf(asHeldByDevice(supervisors))(stored) as unknown as StoredPin;
    expect(await verifyPin('482916', onKiosk, derive)).toBe(true);
    expect(await verifyPin('482917', onKiosk, derive)).toBe(false);
    expect(Object.keys(replicaOf(supervisors)(stored)).toSorted()).toEqual([
      'active',
      'approvalKey',
      'event',
      'id',
      'name',
      'version',
    ]);
    const changed = await set({ supervisorId: stored.id, pin: '771204', active: false });
    expect(changed.body).toMatchObject({ name: 'Kim', active: false });
    const now = replicaOf(asHeldByDevice(supervisors))(
      await house.get('supervisors', stored.id),
    ) as unknown as StoredPin;
    expect(await verifyPin('482916', now, derive)).toBe(false);
    expect(await verifyPin('771204', now, derive)).toBe(true);
  });

  test('an invalid PIN, a name twice and a supervisor of another event are refused', async () => {
    await makeEvent();
    expect(codeOf(await set({ name: 'Kim', pin: '111111' }))).toBe('pin_invalid');
    expect(codeOf(await set({ name: 'Kim' }))).toBe('supervisor_incomplete');
    const { id } = (await set({ name: 'Kim', pin: '482916' })).body;
    expect(codeOf(await set({ name: 'Kim', pin: '482916' }))).toBe('duplicate');
    await makeEvent();
    expect((await set({ supervisorId: id, active: false })).status).toBe(404);
  });

  test('a PIN that is easily guessed is refused', async () => {
    await makeEvent();
    for (const pin of ['12345', '1234567890123', '12345a', '444444', '123456', '987654', '890123', '121212', '123123'])
      expect([pin, codeOf(await set({ name: 'Kim', pin }))]).toEqual([pin, 'pin_invalid']);
    expect((await set({ name: 'Kim', pin: '121213' })).status).toBe(200);
  });

  test('owners and admins make supervisors; a member sets their own PIN and nothing else, an editor nothing', async () => {
    await makeEvent();
    const editor = (id: string): Actor => ({ ...supervisor(), id, roles: new Set(['editor']) });
    const by = (actor: Actor, input: object) => house.act('events.set_supervisor', { eventId, ...input }, actor);
    expect(codeOf(await by(editor('m1'), { name: 'Kim', pin: '482916' }))).toBe('supervisor_not_yours');
    const made = await by(supervisor(), { name: 'Kim', pin: '482916', member: 'm1' });
    const id = textAt(made.body, 'id');
    for (const more of [{ pin: '771204', name: 'Other' }, { pin: '771204', member: 'm2' }, { active: false }])
      expect(codeOf(await by(editor('m1'), { supervisorId: id, ...more }))).toBe('supervisor_not_yours');
    expect(codeOf(await by(editor('m2'), { supervisorId: id, pin: '771204' }))).toBe('supervisor_not_yours');
    expect((await by(editor('m1'), { supervisorId: id, pin: '771204' })).status).toBe(200);
    expect((await by(supervisor(), { supervisorId: id, active: false })).status).toBe(200);
    // Cleared by an administrator: the member cannot restore it.
    expect(codeOf(await by(editor('m1'), { supervisorId: id, pin: '998012' }))).toBe('supervisor_not_yours');
  });

  test('a verdict that cannot be overridden is refused for a supervisor too', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    const stranger = JSON.stringify({ type: 'event_ticket', ticketNumber: 'NOBODY', timestamp: openingTime / 1_000 });
    const override = { reason: 'Please' };
    const answer = await house.act(
      'events.checkin',
      { eventId, qrCode: stranger, gateId: 'hall', override },
      supervisor(),
    );
    expect([answer.status, codeOf(answer)]).toEqual([422, 'code_forged']);
  });
});

describe('groups', () => {
  async function groupOf(size: number): Promise<string[]> {
    const ids: string[] = [];
    for (let i = 0; i < size; i++) {
      const input = { eventId, ticketType: 'free', attendee: person(), group: 'order-7' };
      ids.push(textAt((await house.act('events.register', input)).body, 'id'));
    }
    await house.follow();
    return ids;
  }

  test('one code lets in those of its group that are named, each with a scan and a check-in of their own', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    const [first, second, third, fourth] = await groupOf(4);
    const stranger = await place();
    await house.update('registrations', third!, { blockedReason: 'Speak to Kim' });
    const answer = await enter(first!, 'hall', { members: [second, third, stranger.id, first] });
    expect(answer.status).toBe(200);
    expect(listAt(answer.body, 'members')).toMatchObject([
      { registration: { id: second }, verdict: 'admitted' },
      { registration: { id: third }, verdict: 'blocked', errors: [{ code: 'blocked' }] },
    ]);
    expect((await house.all('checkins', { event: eventId })).map((c) => c['registration']).toSorted()).toEqual(
      [first, second].toSorted(),
    );
    expect(await house.all('scans', { registration: third })).toMatchObject([{ verdict: 'blocked' }]);
    const group = await house.act('events.group', { eventId, group: 'order-7' });
    const came = listAt(group.body, 'members').filter(({ checkedInAt }) => checkedInAt !== null);
    expect([listAt(group.body, 'members').length, came.length]).toEqual([4, 2]);
    // The rest later, on a code that was used already.
    const rest = await enter(first!, 'hall', { members: [fourth] });
    expect([rest.status, listAt(rest.body, 'members')]).toMatchObject([409, [{ verdict: 'admitted' }]]);
  });

  test('an expired code of a group admits none of its members', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    const [first, second] = await groupOf(2);
    const qrCode = await codeNow(house, eventId, first!);
    house.nowMs += 2 * hourMs;
    const answer = await house.act('events.checkin', { qrCode, gateId: 'hall', members: [second] });
    expect([answer.status, answer.body['members']]).toEqual([410, []]);
    expect(await house.all('scans', { registration: second })).toEqual([]);
  });
});

describe('duplicates', () => {
  test('name time, gate, kiosk and staff of the first admission', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    const gate = await gateNamed('hall');
    await house.store.commit('system:test', async (tx) => ({
      ok: true,
      value: await tx.create(
        'kiosks',
        { event: eventId, gate: gate.id, role: 'gate', name: 'Hall left', publicKey: 'x', pairedAt: tx.now },
        kioskIds[0],
      ),
    }));
    const ticket = await place();
    await push(0, { registration: ticket.id, staff: 'Kim' });
    await house.follow();
    house.nowMs += minuteMs;
    expect(detailOf(await enter(ticket.id, 'hall'))).toEqual({
      checkedInAt: isoTime(openingTime),
      gate: 'hall',
      kiosk: kioskIds[0],
      kioskName: 'Hall left',
      staff: 'Kim',
    });
    expect(listAt((await house.act('events.checkin_stats', { eventId })).body, 'byKiosk')).toEqual([
      {
        kiosk: kioskIds[0],
        name: 'Hall left',
        checkedIn: 1,
        lastMinute: 0,
        last5Minutes: 1,
        last15Minutes: 1,
        last60Minutes: 1,
      },
    ]);
  });

  test('the code of a name badge is refused with a hint that it is one', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    const ticket = await place();
    const qrCode = String((await house.get('registrations', ticket.id))['badgeCode']);
    const answer = await house.act('events.checkin', { eventId, qrCode, gateId: 'hall' });
    expect([answer.status, codeOf(answer), detailOf(answer)]).toEqual([422, 'code_malformed', { badge: true }]);
  });
});
