/**
 * Every form and every redirect that the server renders, in real Chromium, against `npm run server` with the headers it
 * sends: and each form again, sent by a page of another site, which must change nothing.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverForms } from '#server/http/server-form.ts';
import { must } from '#shared/base/assert.ts';
import { tenantHere } from '#test/fixtures/admin-words.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import { type McpPerson, openMcpPerson } from '#test/fixtures/mcp-person.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { disguises, type OtherSite, openOtherSite } from '#test/fixtures/other-site.ts';
import { linkIn, waitForMail } from '#test/fixtures/outbox.ts';
import { openTestIdp } from '#test/fixtures/saml-idp.ts';
import { openSamlSite, type SamlSite, samlButton } from '#test/fixtures/saml-site.ts';
import { serverSources, writtenForms } from '#test/fixtures/written-forms.ts';

const limitMs = 600_000;
const visibleMs = 60_000;
const idp = openTestIdp();
const slug = 'hafen';
/** The forms that a browser has sent, and the redirects it has followed. */
const sent = new Set<string>();
const followed = new Set<string>();

interface Created {
  readonly apiKey: string;
  readonly admin: { readonly email: string; readonly password: string };
}

let house: DemoServer;
let hafen: Created;
let other: OtherSite;
let provider: SamlSite;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  await builtApps();
  house = await openDemoServer({ attendees: 5 });
  hafen = await tenantHere<Created>(slug, 'events', house.env);
  const setting = { entityId: idp.entityId, ssoUrl: idp.ssoUrl, certificates: [idp.keys.certificate] };
  await ask('PATCH', '/api/v1/sso/saml', { ...setting, idpInitiated: true, ownersMayJoin: true });
  other = await openOtherSite();
  provider = await openSamlSite(idp, house.url, slug);
  browser = await openBrowser(provider.browserArgs);
}, limitMs);

afterAll(async () => {
  await browser?.close();
  await other?.close();
  await provider?.close();
  await house?.end();
}, limitMs);

beforeEach(async () => {
  context = await browser.newContext();
  context.setDefaultTimeout(visibleMs);
  context.on('response', (response) => {
    const from = new URL(response.url());
    if (response.status() >= 300 && response.status() < 400 && from.origin === house.url)
      followed.add(from.pathname.replace(slug, ':slug'));
  });
  page = await context.newPage();
});
afterEach(() => context.close());

async function ask(method: string, path: string, body: unknown): Promise<void> {
  const answer = await house.ask(method, path, body, { Authorization: `Bearer ${hafen.apiKey}` });
  expect([path, answer.status < 300, answer.body]).toEqual([path, true, answer.body]);
}

/** Sends the form of this name as another site's page would, which is refused each time; then as the person does. */
async function submit(name: (typeof serverForms)[number], button: string): Promise<void> {
  const form = page.locator(`form[data-form="${name}"]`);
  const pressed = form.getByRole('button', { name: button, exact: true });
  const { action, fields, method } = await form.evaluate((element) => {
    const filled = element as HTMLFormElement;
    const texts = [...new FormData(filled)].map(([field, value]) => [field, String(value)] as const);
    return { action: filled.action, method: filled.method, fields: texts };
  });
  const value = await pressed.getAttribute('value');
  const all = value === null ? fields : [...fields, ['answer', value] as const];
  if (method === 'post') {
    const evil = await context.newPage();
    for (const disguise of disguises) {
      const answer = await other.send(evil, { action, fields: all }, disguise);
      const label = `${name} by ${disguise}`;
      expect([label, answer.status]).toEqual([label, 403]);
      expect(answer.text).toContain('Nothing was changed.');
    }
    await evil.close();
  }
  await pressed.click();
  sent.add(name);
}

const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor();

async function logInToConsole(email: string, password: string): Promise<void> {
  await page.goto(`${house.url}/console/`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
}

describe('the forms that mails lead to', () => {
  test('an invitation: name and password, into the console; the link is good once', async () => {
    await ask('POST', '/api/v1/members', { email: 'ann@example.org', role: 'viewer' });
    const link = linkIn(await waitForMail(house.dataFolder, 'ann@example.org', /invited/));
    await page.goto(link.href);
    await page.getByLabel('Your name').fill('Ann');
    await page.getByLabel('Choose a password').fill('short');
    await page.getByLabel('Choose a password').fill('correct horse battery');
    await submit('invitation', 'Join');
    await heading('Welcome');
    await page.getByRole('link', { name: 'Go to the console' }).click();
    await page.getByLabel('Email').waitFor();
    await logInToConsole('ann@example.org', 'correct horse battery');
    expect((await page.goto(link.href))?.status()).toBe(410);
    await heading('This invitation has expired');
  });

  test('a forgotten password: asked for in the console, chosen by the link, good for the next login', async () => {
    const { email } = hafen.admin;
    await page.goto(`${house.url}/console/`);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByRole('status').getByText('we have sent it a link').waitFor();
    const link = linkIn(await waitForMail(house.dataFolder, email, /new password/));
    await page.goto(link.href);
    // The server refuses also what the browser permits: the page stays and says why.
    await page.locator('[name=password]').evaluate((field) => field.removeAttribute('minlength'));
    await page.getByLabel('New password').fill('aaaaaaaaaaaa');
    await submit('reset', 'Set password');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('New password').fill('a better horse battery');
    await submit('reset', 'Set password');
    await heading('Your password is set');
    await logInToConsole(email, 'a better horse battery');
    expect((await page.goto(link.href))?.status()).toBe(410);
    await heading('This link has expired');
  });
});

describe('an app that asks a person, as MCP clients do', () => {
  let app: McpPerson;
  beforeEach(async () => {
    app = await openMcpPerson(`${house.url}/mcp`, 'Ledger <desk>');
  });
  afterEach(() => app.close());

  async function asAdmin(): Promise<void> {
    await page.goto((await app.begin()).href);
    await page.getByLabel('Email').fill(hafen.admin.email);
    await page.getByLabel('Password').fill('wrong horse battery');
    await submit('oauth-login', 'Log in');
    await page.getByRole('alert').getByText('wrong').waitFor();
    await page.getByLabel('Password').fill('a better horse battery');
    await submit('oauth-login', 'Log in');
    await heading('Allow Ledger <desk>?');
  }

  test('found out, registered, allowed with PKCE, back at its loopback address, and it works', async () => {
    await asAdmin();
    await submit('oauth-consent', 'Allow');
    await heading('Back in the app');
    const params = await app.callback();
    expect([params.get('state'), params.get('iss')]).toEqual(['state-of-the-app', house.url]);
    const client = await app.finish(params);
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  });

  test('refused: the app learns it, and has no code', async () => {
    await asAdmin();
    await submit('oauth-consent', 'Do not allow');
    await heading('Back in the app');
    const params = await app.callback();
    expect([params.get('error'), params.get('code'), params.get('state')]).toEqual([
      'access_denied',
      null,
      'state-of-the-app',
    ]);
  });

  test('allowed after a login at the own provider of the organization', async () => {
    provider.asserts({ nameId: hafen.admin.email });
    await page.goto((await app.begin()).href);
    await page.getByLabel('Short name of your organization').fill(slug);
    await submit('oauth-sso', 'Single sign-on');
    await page.getByRole('link', { name: `Go to the login of ${slug}` }).click();
    await page.getByRole('button', { name: samlButton }).click();
    await heading('Allow Ledger <desk>?');
    await submit('oauth-consent', 'Allow');
    await heading('Back in the app');
    const client = await app.finish(await app.callback());
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  });

  test('an unknown app, and an address that is not the app’s: a page, and no redirect', async () => {
    const asked = await app.begin();
    for (const [name, value] of [
      ['client_id', crypto.randomUUID()],
      ['redirect_uri', 'https://evil.example/callback'],
    ] as const) {
      const wrong = new URL(asked);
      wrong.searchParams.set(name, value);
      expect((await page.goto(wrong.href))?.status()).toBe(400);
      await heading('Authorization failed');
    }
  });
});

describe('single sign-on', () => {
  test('begun in the console, back in the console', async () => {
    provider.asserts({ nameId: hafen.admin.email });
    await page.goto(`${house.url}/auth/saml/${slug}/login`);
    await page.getByRole('button', { name: 'with single sign-on' }).click();
    await page.getByRole('button', { name: samlButton }).click();
    await page.getByRole('button', { name: 'Log out' }).waitFor();
  });

  test('begun at the provider, into the console; an assertion that is not good is a page that says why', async () => {
    const arrive = async (audience?: string) => {
      provider.asserts({ nameId: hafen.admin.email, ...(audience !== undefined && { audience }) });
      await page.goto(idp.ssoUrl);
      await page.getByRole('button', { name: samlButton }).click();
    };
    await arrive('https://other.example');
    await heading('You are not logged in');
    await arrive();
    await page.getByRole('button', { name: `Log in as ${hafen.admin.email}` }).click();
    await page.getByRole('button', { name: 'Log out' }).waitFor();
  });
});

test('a ticket page: its code, its languages, and nothing that its policy stops', async () => {
  const problems: string[] = [];
  page.on('console', (line) => line.type() === 'error' && problems.push(line.text()));
  const [place] = await house.places('standard', 1);
  const { ticketPage } = await house.place(must(place, 'a place').id);
  await page.goto(ticketPage);
  await page.locator('#qr').waitFor();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.locator('html[lang=de] #qr').waitFor();
  expect(await page.locator('form').count()).toBe(0);
  expect((await page.goto(`${house.url}/t/unknown`))?.status()).toBe(404);
  await heading('No page here');
  expect(problems.filter((line) => !line.includes('404'))).toEqual([]);
});

test.each(['/', '/console', '/kiosk', '/api/docs/', '/api/docs/browser-tools', '/graphql/', '/sandbox/graphql/'])(
  '%s leads to a page',
  async (path) => {
    expect((await page.goto(house.url + path))?.status()).toBe(200);
    await expect.poll(() => page.title(), { timeout: visibleMs }).not.toBe('');
  },
);

test('what a browser asks for in vain is a page: no JSON, kept by nothing, with the number of the request', async () => {
  for (const [path, status] of [
    ['/nothing/here', 404],
    ['/api/v1/registrations', 401],
    ['/auth/saml/unknown/login', 404],
    ['/api/v1/notes/%zz', 400],
  ] as const) {
    const response = must(await page.goto(house.url + path), 'a response');
    const { 'cache-control': kept, 'content-type': type, 'x-request-id': id } = response.headers();
    expect([path, response.status(), type, kept]).toEqual([path, status, 'text/html; charset=utf-8', 'no-store']);
    await page.getByText(must(id, 'a request id')).waitFor();
  }
});

test.each(['light', 'dark'] as const)('the pages have no axe violation, %s, also on a phone', async (colorScheme) => {
  const app = await openMcpPerson(`${house.url}/mcp`, 'Ledger');
  // axe is put into the page by the test.
  const looking = await browser.newContext({ bypassCSP: true, colorScheme });
  const look = await looking.newPage();
  for (const path of [(await app.begin()).href, `${house.url}/nothing`, `${house.url}/auth/reset?token=x`])
    for (const width of [1280, 360]) {
      await look.setViewportSize({ width, height: 760 });
      await look.goto(path);
      expect([path, width, await axeViolations(look)]).toEqual([path, width, []]);
      const isWide = await look.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect([path, width, isWide]).toEqual([path, width, false]);
    }
  await looking.close();
  await app.close();
});

test('the keyboard alone is enough: through a login, and to a refusal', async () => {
  const app = await openMcpPerson(`${house.url}/mcp`, 'Ledger');
  await page.goto((await app.begin()).href);
  const steps = [hafen.admin.email, 'a better horse battery'];
  for (const text of steps) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await heading('Allow Ledger?');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Do not allow');
  await page.keyboard.press('Enter');
  await heading('Back in the app');
  expect((await app.callback()).get('error')).toBe('access_denied');
  await app.close();
});

describe('nothing was left out', () => {
  test('every form that the server can render was sent here', () => {
    expect([...sent].sort()).toEqual([...serverForms].sort());
    expect(Object.fromEntries(writtenForms())).toEqual({
      // The names of `serverForms`.
      'http/server-form.ts': [null],
      // Sent in test/e2e/attendee-page.test.ts and the tests of each page: one form for each errand.
      'modules/events/attendee-page/scene.ts': [null],
      // Sent in test/server/modules/events/exhibitor-page.test.ts: it filters the list, and changes nothing.
      'modules/events/exhibitor-page/render.ts': [null],
      // Sent in test/server/surfaces/unsubscribe.test.ts: its address alone decides.
      'modules/events/messages/unsubscribe-page.ts': [null],
      // Sent in test/e2e/registration.test.ts, which is red for an id that no browser has sent there.
      'modules/events/registration-page/order-page.ts': ['retry', 'keep', 'resend', 'cancel'],
      'modules/events/registration-page/step-people.ts': ['people'],
      'modules/events/registration-page/step-review.ts': ['review'],
      'modules/events/registration-page/step-tickets.ts': ['tickets'],
      'modules/events/registration-page/test-payment.ts': ['test-payment'],
      'modules/events/registration-page/waiting-pages.ts': ['waiting', 'accept-offer', 'leave'],
      // Filled in by test/server/surfaces/graphql/graphiql-page.test.ts; its script sends nothing but GraphQL.
      'surfaces/graphql/graphiql-page.ts': ['ask'],
    });
  });

  test('every redirect in the sources is one that was followed here', () => {
    const count = (text: string) => text.match(/\.redirect\(/g)?.length ?? 0;
    const found = serverSources().map(([name, text]) => [name, count(text)] as const);
    expect(Object.fromEntries(found.filter(([, redirects]) => redirects > 0))).toEqual({
      // To a second host for what users made, which the README's command does not set: test/server/http/pages-host.test.ts.
      'http/pages-host.ts': 1,
      'surfaces/describe/mount-describe.ts': 1,
      'surfaces/graphql/mount-graphql.ts': 1,
      'endpoints/health/mount-health.ts': 1,
      'endpoints/oauth/mount-authorize-sso.ts': 1,
      'endpoints/oauth/send-back.ts': 1,
      'endpoints/saml/browser-login.ts': 3,
      'endpoints/web-apps/mount-web-app.ts': 1,
    });
    expect([...followed].sort()).toEqual(
      [
        '/',
        '/api/docs/',
        '/api/docs/browser-tools',
        '/auth/saml/:slug/acs',
        '/auth/saml/:slug/login',
        '/console',
        '/graphql/',
        '/kiosk',
        '/oauth/authorize/decide',
        '/oauth/authorize/sso',
        '/sandbox/graphql/',
      ].sort(),
    );
  });
});
