/**
 * The events module with the processor's stand-in over real HTTP, an organizer's account that may charge, and an event
 * that sells through it: new for each test, on the store that `TEST_STORE` names.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { PaymentProcessor } from '#server/modules/events/payments/processor.ts';
import { createStripeProcessor } from '#server/outbound/payments/stripe-processor.ts';
import { must } from '#shared/base/assert.ts';
import { type ChosenDatabase, chosenDatabase } from '#test/fixtures/chosen-database.ts';
import { onboard } from '#test/fixtures/processor/accounts.ts';
import { bodyOf, signatureOf } from '#test/fixtures/processor/deliver.ts';
import { actOnPage } from '#test/fixtures/processor/sessions.ts';
import { openStandIn, type StandIn } from '#test/fixtures/processor/stand-in.ts';
import type { OwedMessage } from '#test/fixtures/processor/world.ts';
import { ada, type EventsModule, openEventsModule, openingTime, sampleEvent, textAt } from './events-module.ts';

export const secretKey = 'sk_live_of_the_journey';
const webhookSecrets = ['whsec_platform', 'whsec_connect'];

export let standIn: StandIn;
export let house: EventsModule;
export let account: string;
export let eventId: string;
let processor: PaymentProcessor;
let database: ChosenDatabase | null = null;
let count = 0;

/** No answer of the stand-in takes so long, however busy the machine is. */
const usualWaitMs = 60_000;

/** Sets how long the server waits for an answer. A short time is for calls that get none. */
export function waitFor(timeoutMs = usualWaitMs): void {
  processor = createStripeProcessor({ secretKey, apiBase: standIn.url, timeoutMs });
}

/** Call it once in a file of tests. */
export function paidEventsForEachTest(): void {
  // One database server for the file, with a database for each test.
  let kept: ChosenDatabase | null = null;
  beforeAll(async () => {
    kept = await chosenDatabase();
  }, 60_000);
  afterAll(() => kept?.end());
  beforeEach(async () => {
    standIn = await openStandIn();
    waitFor();
    const payments = {
      mode: 'stripe',
      webhookSecrets,
      minimalMessages: 'refused',
      processorOf: () => processor,
    } as const;
    database = await chosenDatabase();
    house = await openEventsModule({ payments, ...(database && { databaseUrl: database.url }) });
    house.nowMs = openingTime;
    standIn.world.clock = () => house.nowMs;
    const made = await house.act('events.connect_account', { country: 'NO', name: 'Harbour' });
    await house.follow();
    account = textAt(await house.get('payment_accounts', textAt(made.body, 'id')), 'account');
    onboard(standIn.world, account);
    await tell();
    await sellEvent({ connectAccountId: account });
  });
  afterEach(async () => {
    await house.close();
    await standIn.close();
    await database?.end();
  });
}

/** The event that the other helpers use from now on. */
export async function sellEvent(stripe: object): Promise<void> {
  eventId = await event(stripe);
}

async function event(stripe: object): Promise<string> {
  const id = textAt((await house.act('events.create', { ...sampleEvent(), stripe })).body, 'id');
  await house.follow();
  return id;
}

/** Sends what the processor owes, as it would, and lets the followers work. */
export async function tell(
  arrange: (owed: readonly OwedMessage[]) => readonly OwedMessage[] = (owed) => owed,
): Promise<void> {
  for (const message of arrange(standIn.world.owed.splice(0))) {
    const rawBody = bodyOf(message);
    const secret = message.account === null ? 'whsec_platform' : 'whsec_connect';
    const headers = { 'stripe-signature': signatureOf(rawBody, secret, house.nowMs) };
    expect((await house.act('events.payment_webhook', { rawBody, headers })).status).toBe(200);
  }
  await house.follow();
}

export async function register(ticketType = 'standard', event = eventId): Promise<string> {
  count += 1;
  const attendee = { ...ada, email: `a${count}@example.org` };
  const made = await house.act('events.register', { eventId: event, ticketType, attendee });
  expect(made).toMatchObject({ status: 201, body: { status: 'pending', paymentStatus: 'pending' } });
  expect(made.body['payment']).toMatchObject({ state: 'wanted' });
  await house.follow();
  return textAt(made.body, 'id');
}

export const read = async (registrationId: string) =>
  (await house.act('events.registration', { eventId, registrationId })).body;
export const paymentOf = async (registration: string) =>
  must((await house.all('payments', { registration })).at(-1), 'a payment');
export const sessionOf = async (registration: string) => textAt(await paymentOf(registration), 'session');
export const alerts = async () =>
  (await house.all('payment_alerts')).filter((one) => one['resolvedAt'] === null).map((one) => one['kind']);
export const place = (id: string) => house.get('registrations', id);
export const seats = async (scope: string) => (await house.all('seat_counts', { scope }))[0]?.['taken'];

export async function act(
  registration: string,
  does: 'pay' | 'decline' | 'authenticate' | 'pay_slowly',
): Promise<boolean> {
  return actOnPage(standIn.world, await sessionOf(registration), does);
}

export async function paid(): Promise<string> {
  const id = await register();
  await act(id, 'pay');
  await tell();
  expect(await place(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
  return id;
}

export const intentOf = async (registration: string) =>
  standIn.world.get('payment_intent', textAt(await paymentOf(registration), 'paymentIntent'));
export const chargeOf = async (registration: string) =>
  standIn.world.get('charge', (await intentOf(registration)).latest_charge);

export const balance = (of: string) => standIn.world.books.balance(of, 'usd');
