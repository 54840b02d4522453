/** Seats that are held while the processor has a page open, and money that comes late. */
import { describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#shared/base/time.ts';
import { decline, succeed } from '#test/fixtures/processor/pay.ts';
import {
  account,
  act,
  eventId,
  house,
  intentOf,
  paidEventsForEachTest,
  paymentOf,
  place,
  register,
  sellEvent,
  standIn,
  tell,
} from './paid-events.ts';

paidEventsForEachTest();

describe('holds', () => {
  test('a page that is being paid cannot be closed: the seat is kept until the money has come', async () => {
    const id = await register();
    await act(id, 'pay_slowly');
    standIn.world.owed.splice(0);
    house.nowMs += 33 * minuteMs;
    await house.runJob('events.expire-holds');
    await house.follow();
    expect(await place(id)).toMatchObject({ status: 'pending', paymentStatus: 'processing', holdExpiresAt: null });
    succeed(standIn.world, await intentOf(id));
    await tell();
    expect(await place(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
  });

  test('a slow payment that fails after the hold frees its seat', async () => {
    const id = await register();
    await act(id, 'pay_slowly');
    house.nowMs += 33 * minuteMs;
    await tell();
    await house.runJob('events.expire-holds');
    decline(standIn.world, await intentOf(id));
    house.nowMs += 1_000;
    await tell();
    expect(await place(id)).toMatchObject({ status: 'pending', paymentStatus: 'failed' });
    house.nowMs += 1_000;
    await house.runJob('events.expire-holds');
    await house.follow();
    expect(await place(id)).toMatchObject({ status: 'expired' });
  });

  test('an embedded payment is cancelled when its hold expires', async () => {
    await sellEvent({ connectAccountId: account, checkout: 'embedded' });
    const id = await register();
    house.nowMs += 31 * minuteMs;
    await house.runJob('events.expire-holds');
    await house.follow();
    expect(await place(id)).toMatchObject({ status: 'expired' });
    expect(await intentOf(id)).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    await tell();
    expect(await place(id)).toMatchObject({ status: 'expired', paymentStatus: 'pending' });
  });

  test('the processor is down when the hold ends: the seat is freed after a limit, the page is closed later', async () => {
    const id = await register();
    standIn.faults.isDown = true;
    house.nowMs += 33 * minuteMs;
    await house.runJob('events.expire-holds');
    await house.follow();
    expect(await place(id)).toMatchObject({ status: 'pending' });
    house.nowMs += 16 * minuteMs;
    await house.runJob('events.expire-holds');
    expect(await place(id)).toMatchObject({ status: 'expired' });
    standIn.faults.isDown = false;
    house.nowMs += hourMs;
    await house.runJob('events.open-payments-again');
    expect((await paymentOf(id))['state']).toBe('closed');
  });

  test.each([
    ['a seat is left: confirmed', 'standard', 'confirmed', 'paid'],
    ['none is left: paid back in full', 'scarce', 'expired', 'refunded'],
  ])('money that comes three days late, %s', async (_, type, status, paymentStatus) => {
    const id = await register(type);
    await act(id, 'pay');
    const late = standIn.world.owed.splice(0);
    // The page is paid, so it cannot be closed; the message is lost for days, and an organizer frees the seat.
    await house.act('events.cancel_registration', { eventId, registrationId: id });
    await house.store.commit('test', async (tx) => {
      await tx.update('registrations', id, { status: 'expired' });
      return { ok: true, value: null };
    });
    if (type === 'scarce') await Promise.all([register('scarce'), register('scarce')]);
    house.nowMs += 3 * dayMs;
    standIn.world.owed.push(...late);
    await tell();
    await tell();
    expect(await place(id)).toMatchObject({ status, paymentStatus });
    expect(standIn.world.books.balance(account, type === 'scarce' ? 'eur' : 'usd')).toBe(type === 'scarce' ? 0 : 4_655);
  });

  test('cancelled while its page is open: the page is closed, and nothing is refunded', async () => {
    const id = await register();
    await house.act('events.cancel_registration', { eventId, registrationId: id });
    await tell();
    expect(await act(id, 'pay')).toBe(false);
    expect((await paymentOf(id))['state']).toBe('closed');
    expect(await house.all('refunds', { registration: id })).toHaveLength(0);
  });
});
