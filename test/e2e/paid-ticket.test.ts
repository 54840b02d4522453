/** From the order to the gate: registration, the processor's signed webhook, the mail with its QR, green at the kiosk. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import type { Browser } from 'playwright-core';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { type DemoServer, openDemoServer, type Place } from '#test/fixtures/demo-server.ts';
import { openKioskWindow, patienceMs } from '#test/fixtures/kiosk-window.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { readQrFile } from '#test/fixtures/read-qr.ts';

const limitMs = 600_000;
const secret = 'whsec_of_the_end_to_end_test';
/** Signs test headers; it sends no request. */
const stripe = new Stripe('sk_test_of_nothing');

let house: DemoServer;
let browser: Browser;

beforeAll(async () => {
  await builtApps();
  house = await openDemoServer({ attendees: 5, env: { STRIPE_WEBHOOK_SECRET: secret } });
  browser = await openBrowser();
}, limitMs);

afterAll(async () => {
  await browser?.close();
  await house?.end();
}, 60_000);

/** The processor has no credential of ours: the signature is all. */
async function webhook(event: object, signedWith = secret): Promise<{ status: number; body: unknown }> {
  const payload = JSON.stringify(event);
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: signedWith });
  const response = await fetch(`${house.url}/webhooks/payments`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
    body: payload,
  });
  return { status: response.status, body: await response.json() };
}

function succeeded(place: Place) {
  return {
    id: 'evt_end_to_end_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    created: Math.floor(Date.now() / 1_000),
    livemode: true,
    data: {
      object: {
        id: 'pi_end_to_end_1',
        object: 'payment_intent',
        amount: 4_900,
        amount_received: 4_900,
        currency: 'eur',
        metadata: { registrationId: place.id, eventId: house.eventId },
      },
    },
  };
}

async function mailsTo(address: string) {
  const outbox = join(house.dataFolder, 'outbox');
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map(async (name) => simpleParser(await readFile(join(outbox, name)))));
  return mails.filter(({ to }) => JSON.stringify(to).includes(address));
}

test(
  'a paid place: refused at the gate, paid, mailed, admitted with the picture from the mail',
  async () => {
    const address = 'supporter@example.org';
    const place = await house.register('paid', 'Sofía Supporter', address);
    expect(place).toMatchObject({ status: 'pending', paymentStatus: 'pending' });
    const kiosk = await openKioskWindow(await browser.newContext(), {
      url: house.url,
      pair: await house.pairingCode(),
    });
    await kiosk.until({ ready: 'true', connection: 'online' });
    expect(await kiosk.scan(place.ticket.qrCode)).toMatchObject({ code: 'not_confirmed', name: 'Sofía Supporter' });

    expect(await webhook(succeeded(place), 'whsec_of_somebody_else')).toMatchObject({ status: 400 });
    expect(await house.place(place.id)).toMatchObject({ status: 'pending' });
    expect(await webhook(succeeded(place))).toEqual({ status: 200, body: { received: true } });
    expect(await house.place(place.id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
    // Processors tell the same thing twice.
    expect(await webhook(succeeded(place))).toEqual({ status: 200, body: { received: true } });

    await expect.poll(async () => (await mailsTo(address)).length, { timeout: patienceMs }).toBe(1);
    const [mail] = await mailsTo(address);
    expect(mail?.text).toContain((await house.place(place.id)).ticketPage);
    const pictures = must(mail, 'the mail').attachments.filter(({ contentType }) => contentType === 'image/png');
    expect(pictures).toHaveLength(1);
    const [text] = await readQrFile(must(pictures[0], 'the QR picture').content);

    // The news of the payment reaches the kiosk by itself; the trigger is pulled again until it has.
    await expect
      .poll(() => kiosk.scan(must(text, 'a code in the picture'), 'fr'), { timeout: patienceMs, interval: 3_100 })
      .toMatchObject({ code: 'admitted', name: 'Sofía Supporter' });
    await kiosk.until({ pending: '0' });
    await expect.poll(() => house.all('checkins', { registration: place.id }), { timeout: patienceMs }).toHaveLength(1);
    expect(await mailsTo(address)).toHaveLength(1);
  },
  limitMs,
);
