/** Logging in to the console in a real browser, by password and by single sign-on, and logging out. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDemo, type Demo } from '#server/operations/demo/create-demo.ts';
import { must } from '#shared/base/assert.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { addMember, password } from '#test/fixtures/people.ts';
import { openTestIdp } from '#test/fixtures/saml-idp.ts';
import { openSamlSite, type SamlSite, samlButton } from '#test/fixtures/saml-site.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { visibleMs } from './console-site.ts';

const idp = openTestIdp();
let house: TestServer;
let demo: Demo;
let provider: SamlSite;
let browser: Browser;
let slug: string;

beforeAll(async () => {
  await builtApps();
  const port = await freePort();
  house = await openTestServer({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` });
  demo = await createDemo(house.admin, { attendees: 5 });
  const other = await house.tenant('other');
  await addMember(house, demo.tenant, 'ada@example.org', 'owner');
  for (const tenant of [demo.tenant, other.tenant.id]) await addMember(house, tenant, 'two@example.org', 'admin');
  slug = must(await house.admin.directory.byId(demo.tenant), 'the demo tenant').slug;
  const setting = { entityId: idp.entityId, ssoUrl: idp.ssoUrl, certificates: [idp.keys.certificate] };
  const json = { ...setting, ownersMayJoin: true };
  const set = await house.send('PATCH', '/api/v1/sso/saml', { key: demo.apiKey, json });
  expect([set.status, set.codes]).toEqual([200, []]);
  provider = await openSamlSite(idp, house.url, slug);
  browser = await openBrowser(provider.browserArgs);
}, 900_000);

afterAll(async () => {
  await browser?.close();
  await provider?.close();
  await house?.close();
});

async function openLoginPage(
  query = '',
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ bypassCSP: true, ...options });
  context.setDefaultTimeout(visibleMs);
  const page = await context.newPage();
  await page.goto(`${house.url}/console/${query}`);
  await page.getByRole('heading', { name: 'Gatehouse console' }).waitFor();
  return { context, page };
}
const inside = (page: Page) => page.getByRole('heading', { name: 'Open Doors Conference' }).waitFor();
const tokensOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('gatehouse-tokens') ?? 'null') as Record<string, string> | null);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

async function logIn(page: Page, email = 'ada@example.org'): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

describe('logging in', () => {
  test('with the keyboard alone; a wrong password shows an error and focuses its field', async () => {
    const { context, page } = await openLoginPage();
    await page.getByLabel('Email').focus();
    await page.keyboard.type('ada@example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong wrong wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('address or the password is wrong').waitFor();
    await expect.poll(() => focused(page), { timeout: visibleMs }).toBe('password');
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-describedby')).toBe('login-problem');
    // The text is selected: typing replaces it.
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await inside(page);
    await context.close();
  });

  test('as a member of several, one is chosen', async () => {
    const { context, page } = await openLoginPage();
    await logIn(page, 'two@example.org');
    await page.getByRole('alert').getByText('Choose one').waitFor();
    await expect.poll(() => focused(page), { timeout: visibleMs }).toBe('tenant');
    await page.getByLabel('Organization').selectOption(slug);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await inside(page);
    await context.close();
  });

  test('by single sign-on, from the button of the organization, back to the page that was asked for', async () => {
    const { context, page } = await openLoginPage(`?tenant=${slug}#/board/${demo.eventId}`);
    await page.getByRole('button', { name: 'with single sign-on' }).click();
    await page.getByRole('button', { name: samlButton }).click();
    await page.getByRole('link', { name: 'Board' }).and(page.locator('[aria-current=page]')).waitFor();
    expect(new URL(page.url()).search).not.toContain('sso=');
    const log = await house.send('GET', '/api/v1/audit_entries?limit=5&sort=-createdAt', { key: demo.apiKey });
    expect(log.text).toContain('auth.login');
    await context.close();
  });

  test('by a login that the provider began only after the person was asked, with organization and address', async () => {
    const set = (idpInitiated: boolean) =>
      house.send('PATCH', '/api/v1/sso/saml', { key: demo.apiKey, json: { idpInitiated } });
    expect((await set(true)).status).toBe(200);
    const metadata = (await house.send('GET', `/auth/saml/${slug}/metadata`)).text;
    const arrive = async () => {
      const SAMLResponse = Buffer.from(await idp.mint(metadata, null)).toString('base64');
      const answer = await house.send('POST', `/auth/saml/${slug}/acs`, {
        raw: new URLSearchParams({ SAMLResponse }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      return must(answer.headers.get('location'), 'a location');
    };
    const context = await browser.newContext({ bypassCSP: true });
    context.setDefaultTimeout(visibleMs);
    const page = await context.newPage();
    const redeemed: string[] = [];
    page.on('request', (request) => request.url().endsWith('/sso/redeem') && redeemed.push(request.url()));
    await page.goto(await arrive());
    await page.getByRole('heading', { name: `Log in to ${slug}?` }).waitFor();
    await page.getByText(`log in to ${slug} as ada@example.org`).waitFor();
    expect([redeemed, await tokensOf(page), new URL(page.url()).search]).toEqual([[], null, '']);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Do not log in' }).click();
    await page.getByRole('heading', { name: 'Gatehouse console' }).waitFor();
    expect([redeemed, await tokensOf(page)]).toEqual([[], null]);
    // Also in a tab that began a login of its own and did not finish it.
    await page.evaluate(() => sessionStorage.setItem('gatehouse-sso', 'x'.repeat(43)));
    await page.goto(await arrive());
    await page.getByRole('button', { name: 'Log in as ada@example.org' }).click();
    await inside(page);
    expect(redeemed).toHaveLength(1);
    expect((await set(false)).status).toBe(200);
    await context.close();
  });

  test('a forgotten password sends a mail; an organization without single sign-on gets a message that says so', async () => {
    const { context, page } = await openLoginPage();
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await expect.poll(() => focused(page), { timeout: visibleMs }).toBe('email');
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.org');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByRole('status').getByText('we have sent it a link').waitFor();
    await page.getByRole('button', { name: 'Single sign-on' }).click();
    await page.getByLabel('Short name').fill('nobody');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').getByText('nobody has no single sign-on').waitFor();
    await expect.poll(() => focused(page), { timeout: visibleMs }).toBe('organization');
    await context.close();
  });
});

describe('staying in, and out', () => {
  test('tokens are renewed by one of two tabs; after logging out both are out and the tokens are dead', async () => {
    const { context, page } = await openLoginPage();
    await logIn(page);
    await inside(page);
    const first = must(await tokensOf(page), 'tokens');
    // Beside the console: open, it would renew them itself.
    await page.goto(`${house.url}/healthz`);
    await page.evaluate(() => {
      const tokens = JSON.parse(localStorage.getItem('gatehouse-tokens') ?? '{}') as object;
      localStorage.setItem('gatehouse-tokens', JSON.stringify({ ...tokens, untilMs: 0 }));
    });
    const second = await context.newPage();
    await Promise.all([page, second].map((tab) => tab.goto(`${house.url}/console/`)));
    await Promise.all([inside(page), inside(second)]);
    const renewed = must(await tokensOf(page), 'tokens');
    expect(renewed['refreshToken']).not.toBe(first['refreshToken']);
    expect(await tokensOf(second)).toEqual(renewed);
    const me = (key: string | undefined) => house.send('GET', '/api/v1/auth/me', { key: key ?? '' });
    expect((await me(renewed['accessToken'])).status).toBe(200);
    await page.getByRole('button', { name: 'Log out' }).click();
    for (const tab of [page, second]) await tab.getByRole('heading', { name: 'Gatehouse console' }).waitFor();
    await expect.poll(async () => (await me(renewed['accessToken'])).status, { timeout: visibleMs }).toBe(401);
    expect(await tokensOf(page)).toBeNull();
    await context.close();
  });

  test('a reload in the middle of a renewal loses neither its answer nor the login', async () => {
    const { context, page } = await openLoginPage();
    await logIn(page);
    await inside(page);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    const first = must(await tokensOf(page), 'tokens');
    const { people } = house.admin.access;
    const { refresh } = people;
    let spent = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The token is spent; its answer waits until the page that asked is gone.
    people.refresh = async (...given) => {
      const answer = await refresh(...given);
      spent += 1;
      await held;
      return answer;
    };
    try {
      await page.evaluate(() => {
        const tokens = JSON.parse(localStorage.getItem('gatehouse-tokens') ?? '{}') as object;
        localStorage.setItem('gatehouse-tokens', JSON.stringify({ ...tokens, untilMs: 0 }));
      });
      await page.getByRole('link', { name: 'Attendees' }).click();
      await expect.poll(() => spent, { timeout: visibleMs }).toBe(1);
      await page.reload();
      release();
      await page.getByRole('table').waitFor();
      await expect
        .poll(async () => (await tokensOf(page))?.['refreshToken'] ?? first['refreshToken'], { timeout: visibleMs })
        .not.toBe(first['refreshToken']);
    } finally {
      release();
      people.refresh = refresh;
    }
    const renewed = must(await tokensOf(page), 'tokens');
    expect(spent).toBe(1);
    expect((await house.send('GET', '/api/v1/auth/me', { key: renewed['accessToken'] ?? '' })).status).toBe(200);
    await context.close();
  });

  test('a removed member is back at the login page with the reason', async () => {
    const member = await addMember(house, demo.tenant, 'bye@example.org', 'viewer');
    const { context, page } = await openLoginPage();
    await logIn(page, 'bye@example.org');
    await inside(page);
    // Not while the page is open: it would hear of it by itself, and a reload would take away what it says.
    await page.goto('about:blank');
    await house.send('DELETE', `/api/v1/members/${member}`, { key: demo.apiKey });
    await page.goto(`${house.url}/console/`);
    await page.getByRole('alert').getByText('Your session has expired').waitFor();
    await context.close();
  });
});

test.each(['light', 'dark'] as const)('has no axe violation in any of its forms, %s', async (colorScheme) => {
  const { context, page } = await openLoginPage(`?tenant=${slug}`, {
    colorScheme,
    viewport: { width: 360, height: 740 },
  });
  await page.getByRole('button', { name: 'with single sign-on' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await logIn(page, 'nobody@example.org');
  await page.getByRole('alert').getByText('wrong').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  for (const name of ['Forgot your password?', 'Single sign-on', 'Use an API key']) {
    await page.getByRole('button', { name, exact: true }).click();
    expect([name, await axeViolations(page)]).toEqual([name, []]);
  }
  await context.close();
});
