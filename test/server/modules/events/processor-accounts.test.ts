/** Organizers' accounts, messages that pay nothing, and reconciliation. */
import { describe, expect, test } from 'vitest';
import type { ChargeTerms } from '#server/modules/events/payments/processor.ts';
import { createStripeProcessor } from '#server/outbound/payments/stripe-processor.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import { onboard, restrict } from '#test/fixtures/processor/accounts.ts';
import { ada, sampleEvent, textAt } from './events-module.ts';
import {
  account,
  act,
  alerts,
  balance,
  eventId,
  house,
  intentOf,
  paid,
  paidEventsForEachTest,
  place,
  register,
  secretKey,
  sellEvent,
  standIn,
  tell,
} from './paid-events.ts';

paidEventsForEachTest();

describe('accounts', () => {
  test('a fresh link for each click, and no sale while the processor takes no charges', async () => {
    const [row] = await house.all('payment_accounts', { account });
    const links = [];
    for (let i = 0; i < 2; i += 1) links.push((await house.act('events.onboarding_link', { accountId: row?.id })).body);
    expect(links[0]).toMatchObject({ account, chargesEnabled: true, requirements: [] });
    expect(textAt(links[0], 'url')).not.toBe(textAt(links[1], 'url'));
    restrict(standIn.world, account);
    await tell();
    expect(await house.get('payment_accounts', row?.id ?? '')).toMatchObject({
      chargesEnabled: false,
      requirements: ['individual.id_number'],
    });
    expect(await alerts()).toEqual(['account_restricted']);
    const refused = { status: 409, body: { errors: [expect.objectContaining({ code: 'account_not_ready' })] } };
    expect(await house.act('events.register', { eventId, ticketType: 'standard', attendee: ada })).toMatchObject(
      refused,
    );
    expect(await house.act('events.create', { ...sampleEvent(), stripe: { connectAccountId: account } })).toMatchObject(
      refused,
    );
    const draft = { ...sampleEvent(), status: 'draft', stripe: { connectAccountId: account } };
    const made = await house.act('events.create', draft);
    expect(await house.act('events.publish', { eventId: textAt(made.body, 'id') })).toMatchObject(refused);
    expect(await house.update('events', textAt(made.body, 'id'), { status: 'upcoming' })).toMatchObject({
      kind: 'refused',
      errors: [{ code: 'account_not_ready' }],
    });
    // Free until its price step begins.
    const [standard] = sampleEvent().tickets;
    const late = [{ name: 'Late', from: isoTime(house.nowMs + hourMs), price: 20 }];
    const tickets = [{ ...standard, price: 0, priceSteps: late }];
    expect(await house.act('events.create', { ...draft, status: 'upcoming', tickets })).toMatchObject(refused);
    const stepped = await house.act('events.create', { ...draft, tickets });
    expect(await house.act('events.publish', { eventId: textAt(stepped.body, 'id') })).toMatchObject(refused);
    onboard(standIn.world, account);
    await tell();
    expect(await alerts()).toEqual([]);
    expect(await house.act('events.publish', { eventId: textAt(stepped.body, 'id') })).toMatchObject({ status: 200 });
    expect(await house.act('events.publish', { eventId: textAt(made.body, 'id') })).toMatchObject({ status: 200 });
  });

  test('in another region it is paid on its behalf, which the processor insists on; in the same one by setting alone', async () => {
    const made = await house.act('events.connect_account', { country: 'US', name: 'Far' });
    await house.follow();
    const far = await house.get('payment_accounts', textAt(made.body, 'id'));
    expect(far).toMatchObject({ country: 'US', otherRegion: true });
    const to = textAt(far, 'account');
    onboard(standIn.world, to);
    await tell();
    const call = (path: string) => standIn.calls.findLast((one) => one.path === path)?.form;
    await paid();
    expect(call('/v1/checkout/sessions')).not.toHaveProperty('payment_intent_data.on_behalf_of');
    await sellEvent({ connectAccountId: to, onBehalfOf: false });
    await paid();
    expect(call('/v1/checkout/sessions')).toHaveProperty('payment_intent_data.on_behalf_of', to);
    expect([balance(to), await alerts()]).toEqual([4_655, []]);
    const terms: ChargeTerms = {
      ...{ page: 'embedded', amount: 4_900, currency: 'USD', fee: 245, account: to, onBehalfOf: false },
      ...{ description: 'x', email: 'a@example.org', receipt: false, methods: [], metadata: {} },
      ...{ returnUrl: 'https://tickets.example.org', expiresAtMs: null },
    };
    const without = createStripeProcessor({ secretKey, apiBase: standIn.url }).open(terms, 'without');
    expect(await without).toMatchObject({ kind: 'refused', code: 'transfers_not_allowed' });
  });

  test('an account of someone else can be paid, but shows neither its onboarding nor its payouts', async () => {
    const terms = { country: 'SE', email: null, name: null, metadata: { tenantId: 'another tenant' } };
    const made = await createStripeProcessor({ secretKey, apiBase: standIn.url }).createAccount(terms, 'another');
    const other = textAt(made, 'value.account');
    onboard(standIn.world, other);
    await sellEvent({ connectAccountId: other });
    const [row] = await house.all('payment_accounts', { account: other });
    expect(row).toMatchObject({ chargesEnabled: true });
    for (const action of ['events.onboarding_link', 'events.payouts'])
      expect(await house.act(action, { accountId: row?.id })).toMatchObject({
        status: 403,
        body: { errors: [{ code: 'account_not_yours' }] },
      });
    const [own] = await house.all('payment_accounts', { account });
    expect(await house.act('events.payouts', { accountId: own?.id })).toEqual({ status: 200, body: { payouts: [] } });
  });

  test('a message with an account never pays, and one of the other mode neither', async () => {
    const id = await register();
    await act(id, 'pay');
    const owed = standIn.world.owed.splice(0);
    standIn.world.owed.push(...owed.map((one) => ({ ...one, id: `${one.id}_a`, account })));
    standIn.world.owed.push(...owed.map((one) => ({ ...one, id: `${one.id}_m`, livemode: false })));
    await tell();
    expect(await place(id)).toMatchObject({ status: 'pending', paymentStatus: 'pending' });
    standIn.world.owed.push(...owed);
    await tell();
    expect(await place(id)).toMatchObject({ status: 'confirmed' });
  });
});

test('reconciliation names each difference once, and forgets it when it is gone', async () => {
  const [missed, back, good] = [await register(), await paid(), await paid()];
  await act(missed, 'pay');
  const lost = standIn.world.owed.splice(0);
  const { paymentIntent } = { paymentIntent: (await intentOf(back)).id };
  const stripe = createStripeProcessor({ secretKey, apiBase: standIn.url });
  await stripe.refund(
    { paymentIntent, amount: 1_000, reverseTransfer: true, refundFee: false, metadata: {} },
    'by hand',
  );
  standIn.world.owed.splice(0);
  house.nowMs += 2 * hourMs;
  for (let i = 0; i < 2; i += 1) await house.runJob('events.reconcile-payments');
  const open = (await house.all('payment_alerts')).filter((one) => one['resolvedAt'] === null);
  expect(open.map((one) => [one['kind'], one['registration']]).sort()).toEqual(
    [
      ['fee_differs', back],
      ['refund_differs', back],
      ['paid_there_not_here', missed],
    ].sort(),
  );
  expect((await house.all('payments', { registration: good }))[0]?.['state']).toBe('paid');
  standIn.world.owed.push(...lost);
  await tell();
  await house.runJob('events.reconcile-payments');
  expect((await alerts()).sort()).toEqual(['fee_differs', 'refund_differs']);
});
