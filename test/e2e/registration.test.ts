/**
 * The registration page in real Chromium, against the real server with its own headers: from tickets to an order, paid at
 * the processor's page (its stand-in) by the live tenant, and at the built-in test processor's by its sandbox.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { axeViolations } from '#test/fixtures/axe.ts';
import { disguises } from '#test/fixtures/other-site.ts';
import { waitForMail } from '#test/fixtures/outbox.ts';
import type { Body } from '#test/fixtures/test-server.ts';
import { writtenForms } from '#test/fixtures/written-forms.ts';
import {
  ada,
  address,
  ask,
  backTo,
  choose,
  click,
  complaints,
  fillIn,
  heading,
  house,
  liveEvent,
  open,
  openRegistrationLab,
  orders,
  other,
  page,
  phone,
  sell,
  sent,
  standIn,
  state,
  testEvent,
  visibleMs,
} from './registration-lab.ts';

openRegistrationLab();

test('on a phone nothing shines through the buttons over the picture, and a long name stands above it', async () => {
  await open({ viewport: phone, isMobile: true, hasTouch: true });
  const name = 'The forty-second assembly of everyone who looks after harbours, halls and their doors';
  await page.goto(await address('live', await sell('live', { name })));
  const seen = await page.evaluate(() => {
    const of = (selector: string) => document.querySelector(selector) as Element;
    const arches = of('.arches').getBoundingClientRect();
    return {
      button: getComputedStyle(of('.hb .btn')).backgroundColor,
      hero: getComputedStyle(of('.hero')).backgroundColor,
      over: of('.when').getBoundingClientRect().bottom - arches.top,
    };
  });
  expect(seen.button).toBe(seen.hero);
  expect(seen.over).toBeLessThanOrEqual(0);
});

describe('paid at the processor’s hosted page', () => {
  test('three people with a voucher and a workshop: one order, one payment, three tickets', async () => {
    await page.goto(await address('live', liveEvent));
    await page.getByRole('button', { name: 'One VIP more' }).click();
    await page.getByRole('button', { name: 'One Standard more' }).click();
    await page.getByRole('button', { name: 'One Standard more' }).click();
    await expect.poll(() => page.locator('#sum').textContent(), { timeout: visibleMs }).toContain('€1,148.00');
    await choose({ workshop: 1 }, 'harbour20');
    expect(await axeViolations(page)).toEqual([]);
    await fillIn([ada, '田中 美咲', 'Noor حسن']);
    expect(await page.locator('#sum').textContent()).toContain('€998.40');
    expect(await page.locator('main').textContent()).toContain(
      'Everything up to 72 hours after payment, 50% after that.',
    );
    expect(await axeViolations(page)).toEqual([]);
    await click(/Order with obligation to pay €998.40/);
    await page.getByRole('heading', { name: 'Pay', exact: true }).waitFor();
    await page.getByText('99840 eur').waitFor();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    // The browser is back before the message.
    await state('open');
    await page.getByText('Have you just paid?').waitFor();
    await standIn.deliver();
    await state('confirmed');
    expect(await page.getByRole('link', { name: 'Open ticket' }).count()).toBe(3);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: `Open ticket of ${ada}` }).click();
    await page.getByRole('heading', { name: 'Open Doors 2026' }).waitFor();
    await page.locator('#qr-path').waitFor();
    const [order, ...more] = await orders('live', liveEvent);
    expect([order, more.length]).toMatchObject([
      { status: 'confirmed', paymentStatus: 'paid', amount: 99_840, channel: 'page' },
      0,
    ]);
  });

  test('a card that is refused, then its owner is asked: the seats are held all the time', async () => {
    await page.goto(await address('live', liveEvent));
    await choose({ standard: 1 });
    await fillIn([ada]);
    await click(/Order with obligation/);
    await page.getByRole('button', { name: 'Pay with a card that is refused' }).click();
    await standIn.deliver();
    await page.getByRole('button', { name: 'Go back without paying' }).click();
    await state('failed');
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Pay with a card that asks' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await standIn.deliver();
    await state('confirmed');
  });

  test('a payment that the processor does not open: asked for again by the order’s page', async () => {
    const event = await sell('live', { name: 'Refused at first' });
    await page.goto(await address('live', event));
    await choose({ standard: 1 });
    await fillIn([ada]);
    standIn.faults.answers.push(402);
    await click(/Order with obligation/);
    await expect
      .poll(async () => (await orders('live', event))[0]?.['paymentStatus'], { timeout: visibleMs })
      .toBe('failed');
    await page.goto(page.url().replace(/\/pay.*/, ''));
    await state('failed');
    await click('Try again');
    await page.getByRole('heading', { name: 'Pay', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await standIn.deliver();
    await state('confirmed');
  });
});

describe.each([
  ['desktop', {}],
  ['phone', { viewport: phone, isMobile: true, hasTouch: true }],
] as const)('a tab that is closed on a %s', (size, options) => {
  beforeEach(() => open(options));

  /** Of the page at the processor where the browser is: where it leads back to without a payment. */
  function orderPageOf(hosted: string): string {
    const [session] = standIn.world.all('checkout.session').filter(({ url }) => url === hosted);
    return String(session?.cancel_url);
  }
  const hostedPage = () => page.getByRole('heading', { name: 'Pay', exact: true }).waitFor();
  /** The order of the event, of which there is no other, with as many payments and tickets as it must have. */
  async function onlyOrder(event: string): Promise<Body> {
    const all = await orders('live', event);
    expect(all).toHaveLength(1);
    const of = (name: string) =>
      ask<{ data: readonly Body[] }>('live', 'GET', `/api/v1/${name}?where[event][equals]=${event}`);
    expect((await of('payments')).data).toHaveLength(1);
    expect((await of('registrations')).data).toHaveLength(1);
    return all[0] ?? {};
  }

  test('at four moments up to the payment: what was chosen is there, and there is one order', async () => {
    const event = await sell('live', { name: `Four moments on a ${size}` });
    await page.goto(await address('live', event));
    await choose({ standard: 1, workshop: 1 });
    await backTo(page.url());
    await heading('Who is coming?');
    expect(await page.locator('.sum').textContent()).toContain('€359.00');

    // First: the form is filled in, and nothing is ordered.
    await fillIn([ada]);
    const review = page.url();
    await backTo(review);
    await heading('Check and pay');
    await page.getByText(ada).first().waitFor();
    expect(await orders('live', event)).toHaveLength(0);

    // Second: the order is made, and the tab closed before the processor's page is there.
    await page.route(`${standIn.url}/**`, (route) => route.abort());
    await click(/Order with obligation/);
    await expect.poll(async () => (await orders('live', event)).length, { timeout: visibleMs }).toBe(1);
    await page.unroute(`${standIn.url}/**`);
    await backTo(review);
    await click(/Order with obligation/);
    await hostedPage();
    expect(await onlyOrder(event)).toMatchObject({ status: 'open', paymentStatus: 'pending' });

    // Third, on the hosted page: the order's page, which the mail links to, leads there again.
    const orderPage = orderPageOf(page.url());
    await backTo(orderPage);
    await state('open');
    await page.getByText(/Your seats are held for/).waitFor();
    await page.getByRole('link', { name: 'Continue to payment' }).click();
    await hostedPage();

    // Fourth: it is paid, and the tab closed before the browser is led back.
    await page.route(`${house.url}/**`, (route) => route.abort());
    await page.getByRole('button', { name: 'Pay', exact: true }).click({ noWaitAfter: true });
    await expect.poll(() => standIn.world.owed.length, { timeout: visibleMs }).toBeGreaterThan(0);
    await standIn.deliver();
    await page.unroute(`${house.url}/**`);
    complaints.length = 0;
    await backTo(orderPage);
    await state('confirmed');
    await backTo(review);
    await click(/Order with obligation/);
    await state('confirmed');
    expect(await onlyOrder(event)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
  });

  test('fifth, on the page that thanks: its address and the way back in the history show the paid order', async () => {
    const event = await sell('live', { name: `The fifth moment on a ${size}` });
    await page.goto(await address('live', event));
    await choose({ standard: 1 });
    await fillIn([ada]);
    const review = page.url();
    await click(/Order with obligation/);
    await hostedPage();
    const orderPage = orderPageOf(page.url());
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.waitForURL(`${house.url}/**`);
    await standIn.deliver();
    await state('confirmed');
    const thanks = page.url();
    for (const url of [thanks, orderPage]) {
      await backTo(url);
      await state('confirmed');
      expect(await page.getByRole('link', { name: 'Open ticket' }).count()).toBe(1);
    }
    await backTo(review);
    await click(/Order with obligation/);
    await state('confirmed');
    expect(await onlyOrder(event)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
  });
});

describe('paid at the built-in test processor’s page', () => {
  async function toTestPage(event = testEvent): Promise<void> {
    await page.goto(await address('test', event));
    await choose({ standard: 1 });
    await fillIn([ada]);
    await click(/Order with obligation/);
    await heading('Test payment');
  }

  test('it says so; a refused card, the bank’s question, leaving and coming back', async () => {
    await toTestPage();
    expect(await page.locator('.test-mode').textContent()).toContain('Test mode');
    expect(await axeViolations(page)).toEqual([]);
    await click('Let the card be refused');
    await page.getByRole('alert').getByText('The card was refused').waitFor();
    await click('Leave without paying');
    await state('failed');
    await page.getByRole('link', { name: 'Try again' }).click();
    await click('Pay, but let the bank ask first');
    await heading('Your bank asks: is this you?');
    await click('Yes, allow the payment');
    await state('confirmed');
  });

  test('two clicks, a reload and the way back make one order', async () => {
    const event = await sell('test', { name: 'Two clicks' });
    await page.goto(await address('test', event));
    await choose({ standard: 2 });
    await fillIn([ada, 'Grace Hopper']);
    await page.reload();
    await heading('Check and pay');
    await page
      .getByRole('button', { name: /Order with obligation/ })
      .filter({ visible: true })
      .first()
      .dblclick();
    await heading('Test payment');
    await page.goBack();
    await heading('Check and pay');
    await click(/Order with obligation/);
    await heading('Test payment');
    await page.goBack();
    await page.goBack();
    await heading('Who is coming?');
    expect(await page.locator('[name="p0.name"]').inputValue()).toBe(ada);
    await page.goBack();
    await heading('Choose tickets');
    expect(await page.locator('[name="n.standard"]').inputValue()).toBe('2');
    expect(await orders('test', event)).toHaveLength(1);
  });

  test('one of two people is cancelled at the order’s page, with what goes back said before', async () => {
    const event = await sell('test', { name: 'One cancels' });
    await page.goto(await address('test', event));
    await choose({ standard: 2 });
    await fillIn([ada, 'Grace Hopper']);
    await click(/Order with obligation/);
    await click('Pay €558.00');
    await state('confirmed');
    await page.getByRole('link', { name: 'Cancel ticket of Grace Hopper' }).click();
    await heading('Cancel the ticket of Grace Hopper?');
    await page.getByText('You get back €279.00 (100% of the price).').waitFor();
    await click('Cancel this ticket');
    await page.getByRole('status').getByText('The ticket of Grace Hopper is cancelled.').waitFor();
    expect(await page.getByRole('link', { name: 'Open ticket' }).count()).toBe(1);
    await click('Send the emails again');
    await page.getByText('We are sending the emails again.').waitFor();
    const [order] = await orders('test', event);
    expect(order).toMatchObject({ status: 'confirmed' });
  });

  test('a better ticket that waits for money is given up at its order’s page: the paid one stays', async () => {
    const event = await sell('test', { name: 'One changes' });
    await page.goto(await address('test', event));
    await choose({ standard: 1 });
    await fillIn([ada]);
    await click(/Order with obligation/);
    await click('Pay €279.00');
    await state('confirmed');
    const [{ id }] = (
      await ask<{ data: readonly [Body] }>('test', 'GET', `/api/v1/registrations?where[event][equals]=${event}`)
    ).data;
    const changed = await ask('test', 'POST', `/events/${event}/registrations/${String(id)}/ticket-type`, {
      ticketType: 'vip',
    });
    await page.goto((changed as { payment: { page: string } }).payment.page);
    expect(await axeViolations(page)).toEqual([]);
    await click('Keep the ticket you have');
    await page.getByText('You keep the ticket you have. There is nothing to pay.').waitFor();
    expect(await ask('test', 'GET', `/events/${event}/registrations/${String(id)}`)).toMatchObject({
      status: 'confirmed',
      paymentStatus: 'paid',
    });
  });

  test('without script, on a phone: every step up to a paid order', async () => {
    await open({ javaScriptEnabled: false, viewport: phone });
    await page.goto(await address('test', testEvent));
    await click('Continue');
    await page.getByRole('alert').getByText('Choose at least one ticket.').waitFor();
    await page.locator('input[name="n.vip"]').fill('1');
    await page.getByText('I have a discount code').click();
    await page.getByLabel('Discount code').fill('NOSUCH');
    await click('Apply');
    await page.getByText('This code is not valid').first().waitFor();
    expect(await page.locator('input[name="n.vip"]').inputValue()).toBe('1');
    await page.getByLabel('Discount code').fill('HARBOUR20');
    await click('Continue');
    await click('Review order');
    await page.getByRole('link', { name: 'Enter the person’s name.' }).click();
    await page.locator('[name="p0.email"]').fill('ada@example');
    await page.locator('[name="p0.name"]').fill(ada);
    await click('Review order');
    await page.getByText('Enter a full email address').first().waitFor();
    expect(await page.locator('[name="p0.name"]').inputValue()).toBe(ada);
    await fillIn([ada]);
    await click(/Order with obligation to pay €472.00/);
    await heading('Test payment');
    await click('Pay €472.00');
    await state('confirmed');
  });
});

describe('the waiting list', () => {
  const only = [{ id: 'seat', name: 'Seat', price: 40, currency: 'EUR', quantity: 1 }];
  const join = () => page.getByRole('link', { name: 'Join waiting list' });

  test('sold out: joined by the page, offered by mail after a cancellation, taken, paid', async () => {
    const event = await sell('test', { name: 'One seat', tickets: only });
    const taken = await ask<{ id: string }>('test', 'POST', `/events/${event}/registrations`, {
      ticketType: 'seat',
      attendee: { name: 'Grace Hopper', email: 'grace@example.org' },
    });
    await page.goto(await address('test', event));
    await join().click();
    await heading('Waiting list for Seat');
    await page.locator('[name="p0.name"]').fill(ada);
    await click('Join the waiting list');
    await page.getByText('Enter an email address').first().waitFor();
    expect(await page.locator('[name="p0.name"]').inputValue()).toBe(ada);
    await page.locator('[name="p0.email"]').fill('ada@example.org');
    await click('Join the waiting list');
    await state('waiting');
    expect(await axeViolations(page)).toEqual([]);
    await ask('test', 'DELETE', `/events/${event}/registrations/${taken.id}`);
    const mail = await waitForMail(house.dataDir, 'ada@example.org', /One seat/);
    expect(mail.text).toContain(page.url().replace(/\?.*/, ''));
    expect(mail.text).toMatch(/40[.,]00/);
    await expect
      .poll(async () => (await page.reload()) && page.locator('[data-state="offered"]').count(), { timeout: visibleMs })
      .toBe(1);
    const offer = page.url();
    await page.getByText('What you get back if you cancel').waitFor();
    await click('Order with obligation to pay €40.00');
    await page.getByText('Answer this question.').first().waitFor();
    await page.getByLabel('Food').selectOption('Vegan');
    await click('Order with obligation to pay €40.00');
    await heading('Test payment');
    // The address of the mail leads to the order that is not paid yet.
    await page.goto(offer);
    await page.getByRole('link', { name: 'Continue to payment' }).click();
    await heading('Test payment');
    await click('Pay €40.00');
    await state('confirmed');
    await page.getByRole('link', { name: `Open ticket of ${ada}` }).click();
    await page.locator('#qr-path').waitFor();
  });

  test('a person leaves the list, and reads before what is lost', async () => {
    const event = await sell('test', { name: 'Left', tickets: [{ ...only[0], quantity: 0 }] });
    await page.goto(await address('test', event));
    await join().click();
    await page.locator('[name="p0.name"]').fill(ada);
    await page.locator('[name="p0.email"]').fill('ada@example.org');
    await click('Join the waiting list');
    await state('waiting');
    await page.getByText('Your position on the list: 1.').waitFor();
    await page.locator('summary').filter({ hasText: 'Leave the waiting list' }).click();
    await page.getByText('You lose your position on the waiting list.').waitFor();
    await click('Leave the waiting list');
    await state('removed');
    expect(await axeViolations(page)).toEqual([]);
  });

  test('an event without a waiting list offers none, also at the address of its form', async () => {
    const none = [{ ...only[0], quantity: 0 }];
    const event = await sell('test', { name: 'No list', tickets: none, waitlist: { enabled: false } });
    const url = await address('test', event);
    for (const query of ['', '?step=waiting&ticket=seat']) {
      await page.goto(url + query);
      await page.getByText('Sold out').first().waitFor();
      expect(await join().count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Join the waiting list' }).count()).toBe(0);
    }
  });
});

describe('the page itself', () => {
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  test('no finding of the accessibility rules and no sideways scrolling: languages, themes, sizes', async () => {
    const event = await address('test', testEvent);
    await open({ reducedMotion: 'reduce' });
    // All rules in one theme; the other changes colours only.
    for (const [lang, theme, secondTheme, viewport] of [
      ['en', 'light', 'dark', { width: 1_440, height: 900 }],
      ['de', 'dark', 'light', phone],
      ['ar', 'dark', 'light', { width: 1_000, height: 800 }],
    ] as const) {
      await page.setViewportSize(viewport);
      for (const query of ['', '&step=people&n.standard=2&n.workshop=1', '&step=people']) {
        await page.emulateMedia({ colorScheme: theme });
        await page.goto(`${event}?lang=${lang}${query}`);
        const wide = await sideways();
        expect([lang, theme, query, wide, await axeViolations(page)]).toEqual([lang, theme, query, 0, []]);
        await page.emulateMedia({ colorScheme: secondTheme });
        const colours = await axeViolations(page, { rules: { runOnly: ['color-contrast'] } });
        expect([lang, secondTheme, query, colours]).toEqual([lang, secondTheme, query, []]);
        await page.setViewportSize(phone);
        expect([lang, query, 'phone', await sideways()]).toEqual([lang, query, 'phone', 0]);
        await page.setViewportSize(viewport);
      }
    }
  });

  test('by keyboard alone, and focus goes to what has to be corrected', async () => {
    await page.goto(await address('test', testEvent));
    await page.locator('[name="n.standard"]').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await heading('Who is coming?');
    await page.locator('[name="p0.role"]').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id), { timeout: visibleMs }).toBe('problems');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('p0.name');
    expect(await page.locator('[name="p0.name"]').getAttribute('aria-invalid')).toBe('true');
  });

  test('the form of another site changes nothing, however it shows itself', async () => {
    await page.goto(`${await address('test', testEvent)}?step=people&n.standard=1`);
    const form = await page.locator('form[method="post"]').evaluate((element) => {
      const filled = element as HTMLFormElement;
      return {
        action: filled.action,
        fields: [...new FormData(filled)].map(([name, value]) => [name, String(value)] as const),
      };
    });
    const before = (await orders('test', testEvent)).length;
    for (const disguise of disguises) {
      const answer = await other.send(page, form, disguise);
      expect([disguise, answer.status]).toEqual([disguise, 403]);
    }
    complaints.length = 0;
    expect(await orders('test', testEvent)).toHaveLength(before);
  });

  test('inside a page of another website: it has its own height, and pays at the top', async () => {
    const { embed } = await ask<{ embed: string }>('test', 'GET', `/events/${testEvent}/page-links`);
    const site = createServer((_request, response) =>
      response
        .setHeader('Content-Type', 'text/html')
        .end(`<!doctype html><title>Shop</title><h1>Our shop</h1>${embed}`),
    );
    await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
    try {
      await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
      const frame = page.frameLocator('iframe');
      await frame.locator('[name="n.standard"]').fill('1');
      await frame.getByRole('button', { name: 'Continue' }).filter({ visible: true }).first().click();
      await frame.getByRole('heading', { name: 'Who is coming?' }).waitFor();
      const heights = async () => {
        const inner = await frame.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
        return (await page.locator('iframe').evaluate((one) => (one as HTMLElement).offsetHeight)) - inner;
      };
      await expect.poll(heights, { timeout: visibleMs }).toBe(0);
      // Another person than in the tests before: the same order within 30 seconds is the first one.
      await frame.locator('[name="p0.name"]').fill('Frances Allen');
      await frame.locator('[name="p0.email"]').fill('frances@example.org');
      await frame.locator('[name="p0.q.food"]').selectOption('Vegan');
      await frame.getByRole('button', { name: 'Review order' }).filter({ visible: true }).first().click();
      await frame
        .getByRole('button', { name: /Order with obligation/ })
        .filter({ visible: true })
        .first()
        .click();
      await heading('Test payment');
      expect(new URL(page.url()).origin).toBe(house.url);
    } finally {
      site.closeAllConnections();
      site.close();
    }
  });
});

test('every form of the registration page was sent here', () => {
  const written = [...writtenForms()].filter(([path]) => path.startsWith('modules/events/registration-page/'));
  expect(written.flatMap(([, ids]) => ids).filter((id) => id === null || !sent.has(id))).toEqual([]);
});
