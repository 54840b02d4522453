/** Refunds and disputes through the processor, to their end. */
import { describe, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { closeDispute, openDispute } from '#test/fixtures/processor/accounts.ts';
import { platform } from '#test/fixtures/processor/books.ts';
import { settleRefund } from '#test/fixtures/processor/refunds.ts';
import { codeNow } from './events-module.ts';
import {
  account,
  alerts,
  balance,
  chargeOf,
  eventId,
  house,
  paid,
  paidEventsForEachTest,
  place,
  read,
  secretKey,
  standIn,
  tell,
} from './paid-events.ts';

paidEventsForEachTest();

const cancel = (registrationId: string, refund?: string) =>
  house.act('events.cancel_registration', { eventId, registrationId, ...(refund && { refund }) });

/** The organizer refunds a part on the processor's own pages. */
async function refundAtProcessor(charge: string, amount: number): Promise<void> {
  const answer = await fetch(new URL('/v1/refunds', standIn.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({ charge, amount: String(amount) }),
  });
  expect(answer.status).toBe(200);
}

describe('refunds', () => {
  test.each([
    ['full', 'refunded', 0, 0],
    ['partial', 'partially_refunded', 2_327, 123],
  ])('%s: executed, followed to its end, and the fee with it', async (refund, paymentStatus, organizer, fee) => {
    const id = await paid();
    expect(await cancel(id, refund)).toMatchObject({
      body: { paymentStatus: 'refund_pending', refund: { status: 'pending' } },
    });
    await tell();
    expect(await read(id)).toMatchObject({ paymentStatus, refunds: [{ status: 'succeeded' }] });
    expect(balance(account) + balance(platform)).toBe(refund === 'full' ? 0 : 2_450);
    expect(balance(platform)).toBeGreaterThanOrEqual(fee - 1);
    expect(balance(account)).toBeGreaterThanOrEqual(organizer - 1);
    expect(
      must(
        standIn.calls.findLast(({ path }) => path === '/v1/refunds'),
        'a call',
      ).form,
    ).toMatchObject({
      reverse_transfer: 'true',
      refund_application_fee: 'true',
    });
  });

  test('the bank takes days: pending until its message, also when it comes before our answer is stored', async () => {
    const id = await paid();
    standIn.world.refundOutcome = 'pending';
    await cancel(id);
    await tell();
    expect(await read(id)).toMatchObject({ paymentStatus: 'refund_pending', refunds: [{ status: 'pending' }] });
    settleRefund(standIn.world, must(standIn.world.all('refund')[0], 'a refund'), 'succeeded');
    await tell((owed) => [...owed, ...owed].toReversed());
    expect(await read(id)).toMatchObject({ paymentStatus: 'refunded', refunds: [{ status: 'succeeded' }] });
  });

  test.each(['refused by the processor', 'failed at the bank'])(
    '%s: the registration is paid again and has an alert until the refund is retried',
    async (how) => {
      const id = await paid();
      standIn.world.refundOutcome = how === 'refused by the processor' ? 'refused' : 'pending';
      await cancel(id);
      await tell();
      const made = standIn.world.all('refund')[0];
      if (made) settleRefund(standIn.world, made, 'failed');
      await tell();
      expect(await read(id)).toMatchObject({
        status: 'cancelled',
        paymentStatus: 'paid',
        refunds: [{ status: 'failed' }],
      });
      expect(await alerts()).toEqual(['refund_failed']);
      if (made) return;
      const [refund] = await house.all('refunds', { registration: id });
      const again = await house.act('events.retry_refund', { eventId, refundId: refund?.id });
      expect(again).toMatchObject({ status: 200, body: { refund: { status: 'pending' } } });
      await tell();
      expect(await read(id)).toMatchObject({ paymentStatus: 'refunded', refunds: [{ status: 'succeeded' }] });
      expect(await alerts()).toEqual([]);
    },
  );

  test('a lost answer leads to one refund', async () => {
    const id = await paid();
    standIn.faults.lostAnswers = 2;
    await cancel(id);
    await house.follow();
    house.nowMs += 10_000;
    await house.runJob('events.send-refunds-again');
    await tell();
    expect(await read(id)).toMatchObject({ paymentStatus: 'refunded' });
    expect(standIn.world.all('refund')).toHaveLength(1);
  });
});

describe('disputes', () => {
  test.each([
    ['won', 'paid', []],
    ['lost', 'disputed', ['dispute_lost']],
  ] as const)('after check-in, %s: messages in any order end the same', async (end, paymentStatus, left) => {
    const id = await paid();
    const qrCode = await codeNow(house, eventId, id);
    const admitted = await house.act('events.checkin', { gateId: 'main-entrance', qrCode });
    expect(admitted).toMatchObject({ status: 200, body: { success: true } });
    const dispute = openDispute(standIn.world, await chargeOf(id));
    await tell();
    expect(await place(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'disputed' });
    // The bank took it from the platform, which took it from the organizer and keeps its fee.
    expect([balance(account), balance(platform)]).toEqual([-245, 245]);
    expect(await alerts()).toEqual(['dispute_opened']);
    expect((await house.all('payment_alerts'))[0]?.['message']).toMatch(/checked in at .*: send .* as evidence/);
    closeDispute(standIn.world, dispute, end);
    await tell((owed) => owed.toReversed());
    expect(await place(id)).toMatchObject({ status: 'confirmed', paymentStatus });
    expect(await alerts()).toEqual(left);
    // Who is in stays in: the check-in is a fact that no bank undoes.
    expect(await house.all('checkins', { registration: id })).toHaveLength(1);
    const organizer = end === 'won' ? 4_655 : -245;
    expect([balance(account), balance(platform)]).toEqual([organizer, 245]);
    const other = await paid();
    const second = openDispute(standIn.world, await chargeOf(other));
    closeDispute(standIn.world, second, end);
    await tell((owed) => owed.toReversed());
    expect(await place(other)).toMatchObject({ paymentStatus });
    expect([balance(account), balance(platform)]).toEqual([2 * organizer, 490]);
  });

  const disputeOf = async (id: string) => {
    const dispute = openDispute(standIn.world, await chargeOf(id));
    await tell();
    expect(await place(id)).toMatchObject({ paymentStatus: 'disputed' });
    return dispute;
  };

  test.each(['by a cancellation', 'by hand at the processor'])(
    'won after a partial refund %s: what was refunded stays refunded',
    async (how) => {
      const id = await paid();
      if (how === 'by a cancellation') await cancel(id, 'partial');
      else await refundAtProcessor((await chargeOf(id)).id, 1_000);
      await tell();
      expect(await place(id)).toMatchObject({ paymentStatus: 'partially_refunded' });
      closeDispute(standIn.world, await disputeOf(id), 'won');
      await tell();
      expect(await place(id)).toMatchObject({ paymentStatus: 'partially_refunded' });
    },
  );

  test.each([
    [null, 'refund_pending'],
    ['succeeded', 'refunded'],
    ['failed', 'paid'],
  ] as const)('a refund that settles as %s while the dispute is open counts when it is won', async (end, status) => {
    const id = await paid();
    standIn.world.refundOutcome = 'pending';
    await cancel(id, 'full');
    await tell();
    expect(await place(id)).toMatchObject({ paymentStatus: 'refund_pending' });
    const dispute = await disputeOf(id);
    if (end) settleRefund(standIn.world, must(standIn.world.all('refund')[0], 'a refund'), end);
    await tell();
    expect(await place(id)).toMatchObject({ paymentStatus: 'disputed' });
    closeDispute(standIn.world, dispute, 'won');
    await tell();
    expect(await place(id)).toMatchObject({ paymentStatus: status });
  });
});
