/** The organization's settings in a real browser on a real server: every change there takes effect in the API. */
import type { BrowserContext, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { logoWidthMax } from '#shared/modules/events/organization.ts';
import { letIn, registerApp } from '#test/fixtures/app-access.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { waitForMail } from '#test/fixtures/outbox.ts';
import { addMember, loggedIn, password } from '#test/fixtures/people.ts';
import { answerWith, openReceiver, type Receiver } from '#test/fixtures/receiver.ts';
import { openTestIdp } from '#test/fixtures/saml-idp.ts';
import { verifiedAt } from '#test/fixtures/verify-webhook.ts';
import { type ConsoleSite, openConsoleSite, visibleMs } from './console-site.ts';

const slow = { timeout: visibleMs };

let site: ConsoleSite;
let receiver: Receiver;
let context: BrowserContext;
let page: Page;
/** What dialogs have asked; all are answered with yes. */
const asked: string[] = [];

async function openPage(): Promise<void> {
  ({ context, page } = await site.open('settings/members', { viewport: { width: 1280, height: 900 } }));
  context.setDefaultTimeout(visibleMs);
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
}

beforeAll(async () => {
  site = await openConsoleSite(2, { ALLOW_PRIVATE_WEBHOOKS: '1' });
  receiver = await openReceiver();
  await addMember(site.house, site.demo.tenant, 'vera@example.org', 'viewer');
  await openPage();
}, 900_000);

afterAll(async () => {
  await context?.close();
  await receiver?.close();
  await site?.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (label: string) => page.getByLabel(label, { exact: true });
const row = (text: string) => page.locator('.stack tbody tr').filter({ hasText: text }).first();
const saysStatus = (text: string) => page.locator('main').getByRole('status').getByText(text).waitFor();
const secret = () => page.locator('.once code').first().textContent();
const status = async (key: string | null, path: string) => (await site.house.send('GET', path, { key })).status;

async function go(section: string, heading: string): Promise<void> {
  await site.go(page, `settings/${section}`);
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
}

describe('an API key', () => {
  test('is made with what was chosen, shown once, and refused as soon as it is revoked', async () => {
    await go('keys', 'API keys');
    await button('Add a key').click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')), slow).toBe('name');
    await page.keyboard.type('Printer at the door');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Choose at least one scope.').waitFor();
    await field('read Module events').check();
    await page.getByLabel('Find a module or a collection').fill('kiosk');
    expect(await field('read Kiosks').isDisabled()).toBe(true);
    await field('write Kiosks').check();
    await page.getByText('Chosen: events:read, kiosks:write').waitFor();
    await button('Create key').click();
    await page.getByRole('heading', { name: 'Key “Printer at the door” created' }).waitFor();
    const key = must(await secret(), 'the key');
    expect(await status(key, '/events')).toBe(200);
    expect(await status(key, '/api/v1/members')).toBe(403);

    asked.length = 0;
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect.poll(() => asked, slow).toEqual(['API key will not be shown again. Leave without saving it?']);
    await go('keys', 'API keys');
    await row('Printer at the door').waitFor();
    expect(await page.locator('main').textContent()).not.toContain(key);
    await row('Printer at the door').getByRole('button', { name: 'Revoke' }).click();
    await saysStatus('revoked.');
    expect(asked.at(-1)).toContain('cannot be undone');
    expect(await status(key, '/events')).toBe(401);
    await row('Printer at the door').getByText('revoked').waitFor();
    // The button is gone; the focus is on the list, so that people who use the keyboard can continue.
    await expect.poll(() => page.evaluate(() => document.activeElement?.className), slow).toBe('list');
  });
});

test('an app is registered with its secret, refused with a bad address, and deleted', async () => {
  await go('apps', 'Apps');
  await button('Register an app').click();
  await field('Name').fill('Badge designer');
  await field('Redirect addresses').fill('http://elsewhere.example/callback');
  await field('read Everything except administration').check();
  await button('Register the app').click();
  await page.getByRole('alert').getByText('https').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), slow).toBe('TEXTAREA');
  await field('Redirect addresses').fill('https://badges.example.org/callback\nhttp://127.0.0.1/callback');
  await button('Register the app').click();
  await page.getByRole('heading', { name: 'Badge designer is registered' }).waitFor();
  expect(await secret()).toMatch(/^gate_cs_/);
  await button('I have saved it').click();
  await row('Badge designer').getByRole('button', { name: 'Details' }).click();
  await page.getByText('https://badges.example.org/callback').waitFor();
  const { body } = await site.house.send('GET', '/api/v1/oauth-clients', { key: site.demo.apiKey });
  expect(body['data']).toMatchObject([{ name: 'Badge designer', confidential: true, scopes: ['*:read'] }]);
  await row('Badge designer').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No apps yet.').waitFor();
});

test('an origin is allowed, refused with a path, and removed; its pages can read answers meanwhile', async () => {
  const origin = 'https://app.example.org:8443';
  const isAllowed = async (path = '/api/v1/notes', key = site.demo.apiKey) =>
    (await site.house.send('GET', path, { key, headers: { origin } })).headers.get('access-control-allow-origin');
  await go('origins', 'Allowed origins');
  await page.getByText('No allowed origins yet.').waitFor();
  await button('Add an origin').click();
  await field('Origin').fill('app.example.org');
  await button('Allow origin').click();
  await page.getByRole('alert').getByText('a scheme, a host').waitFor();
  await field('Origin').fill(`${origin}/page`);
  await button('Allow origin').click();
  await page.getByRole('alert').getByText(`Enter ${origin} instead.`).waitFor();
  await field('Origin').fill('https://*.example.org');
  await button('Allow origin').click();
  await page.getByRole('alert').getByText('without a wildcard').waitFor();
  expect(await isAllowed()).toBeNull();
  await field('Origin').fill(origin);
  // Another administrator adds one meanwhile: both stay.
  await site.house.send('PATCH', '/api/v1/allowed-origins', {
    key: site.demo.apiKey,
    json: { origins: ['https://other.example.org'] },
  });
  await button('Allow origin').click();
  await saysStatus('is allowed.');
  await row(origin).waitFor();
  await row('https://other.example.org').waitFor();
  expect([await isAllowed(), await axeViolations(page)]).toEqual([origin, []]);
  asked.length = 0;
  await row(origin).getByRole('button', { name: 'Remove' }).click();
  await saysStatus('removed.');
  expect([await isAllowed(), asked.length]).toEqual([null, 1]);
  await row('https://other.example.org').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No allowed origins yet.').waitFor();
});

test('the organization gets a name and a logo, guests see both, and the logo is removed again', async () => {
  const profile = async () => (await site.house.send('GET', '/organization', { key: site.demo.apiKey })).body;
  const file = (buffer: Buffer) => ({ name: 'logo.png', mimeType: 'image/png', buffer });
  const logo = page.getByRole('img', { name: 'Logo of Harbour & Söhne' });
  await go('organization', 'Organization');
  await field('Name').fill('Harbour & Söhne');
  await page.getByLabel('Logo (optional)').setInputFiles(file(Buffer.from('no picture')));
  await page.getByRole('alert').getByText('cannot read the file as a picture').waitFor();
  // Wider than the server takes: the console scales it.
  const wide = new PNG({ width: 2 * logoWidthMax, height: 100 });
  await page.getByLabel('Logo (optional)').setInputFiles(file(PNG.sync.write(wide)));
  await logo.waitFor();
  expect((await profile())['name']).toBeNull();
  await button('Save').click();
  await expect.poll(() => logo.getAttribute('src'), slow).toMatch(/^\/logo\/demo\//);
  await expect
    .poll(() => logo.evaluate((picture) => (picture as HTMLImageElement).naturalWidth), slow)
    .toBe(logoWidthMax);
  expect(await axeViolations(page)).toEqual([]);
  const path = must(await logo.getAttribute('src'), 'an address');
  const seen = await site.house.send('GET', '/e/demo/open-doors-conference', { headers: { accept: 'text/html' } });
  expect([seen.status, seen.text]).toEqual([200, expect.stringContaining('Harbour &amp; Söhne')]);
  expect(seen.text).toContain(`src="${path}"`);
  await button('Remove logo').click();
  await button('Save').click();
  await expect.poll(profile, slow).toMatchObject({ name: 'Harbour & Söhne', logoUrl: null });
  await expect.poll(() => logo.count(), slow).toBe(0);
});

describe('a webhook', () => {
  const received = (type: string) => receiver.received.filter(({ message }) => message['type'] === type);
  const rename = (venue: string) =>
    site.house.send('PATCH', `/api/v1/events/${site.demo.eventId}`, { key: site.demo.apiKey, json: { venue } });

  let isMade = false;

  /** @returns its secret, as it was shown; its page is open then, without a message */
  async function makeHook(): Promise<string | null> {
    await go('webhooks', 'Webhooks');
    await button('Add a webhook').click();
    await field('Address').fill(`${receiver.url}/hook`);
    await page.getByLabel('Only what I choose').check();
    await button('Create webhook').click();
    await page.getByRole('alert').getByText('Choose at least one event').waitFor();
    await page.getByLabel('Find an event or a collection').fill('event.updated');
    await field('events.event.updated').check();
    receiver.answer = answerWith(200, { 'content-type': 'text/plain' }, 'thank you');
    await button('Create webhook').click();
    await page.getByRole('heading', { name: 'Webhook created' }).waitFor();
    const shown = await secret();
    await button('I have saved it').click();
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByText('No messages yet.').waitFor();
    isMade = true;
    return shown;
  }

  async function deliver(): Promise<void> {
    await rename('Hall of hooks');
    await expect.poll(() => received('events.event.updated').length, slow).toBeGreaterThan(0);
  }

  /** For a test that runs alone: one that has delivered a message, with its page open. */
  async function needHook(): Promise<void> {
    if (isMade) return;
    await makeHook();
    await deliver();
    await row('events.event.updated').getByText('delivered').waitFor();
  }

  test('gets the chosen events, signed with the secret that was shown; the log has both bodies', async () => {
    const shown = await makeHook();
    await deliver();
    expect(verifiedAt(Date.now(), must(received('events.event.updated')[0], 'a message'), shown)).toBe(true);
    await row('events.event.updated').getByText('delivered').waitFor();
    await row('events.event.updated').getByRole('button', { name: 'Details' }).click();
    await page.getByRole('region', { name: 'Request' }).getByText('Hall of hooks').waitFor();
    await page.getByRole('region', { name: 'Response' }).getByText('thank you').waitFor();
  });

  test('one message and a time range are sent again', async () => {
    await needHook();
    const before = received('events.event.updated').length;
    await row('events.event.updated').getByRole('button', { name: 'Send again' }).click();
    await saysStatus('with its original ID.');
    await expect.poll(() => received('events.event.updated').length, slow).toBeGreaterThan(before);
    await field('Which').selectOption('all');
    await button('Replay').click();
    await saysStatus('Replay started.');
    await page
      .locator('.rows')
      .getByText(/message.*, done/)
      .waitFor();
  });

  test('a new secret is valid beside the old one; a test message uses it', async () => {
    await needHook();
    await button('New secret').click();
    await page.getByRole('heading', { name: 'The new secret' }).waitFor();
    const shown = await secret();
    await page.getByText('requests carry two signatures').waitFor();
    await button('I have saved it').click();
    await button('Send test').click();
    await expect.poll(() => received('webhooks.endpoint.tested').length, slow).toBeGreaterThan(0);
    expect(verifiedAt(Date.now(), must(received('webhooks.endpoint.tested')[0], 'a test'), shown)).toBe(true);
  });

  test('one that was switched off by a 410 answer says so, and can be switched on again', async () => {
    await needHook();
    receiver.answer = answerWith(410);
    await rename('Hall of no more hooks');
    await page.getByText('responded 410 Gone').waitFor();
    await page.getByLabel('Show').selectOption('failed');
    await row('responded 410').waitFor();
    await expect.poll(() => row('answered 200').count(), slow).toBe(0);
    receiver.answer = answerWith(200);
    await button('Switch on').click();
    await saysStatus('Webhook switched on.');
    const before = received('events.event.updated').length;
    await button('Replay').click();
    await expect.poll(() => received('events.event.updated').length, slow).toBeGreaterThan(before);
  });
});

describe('members', () => {
  async function makeAndRevokeKey(): Promise<void> {
    const sent = { key: site.demo.apiKey };
    const json = { name: 'For the log', scopes: ['events:read', 'kiosks:write'] };
    const made = await site.house.send('POST', '/api/v1/api-keys', { ...sent, json });
    const { id } = made.body['data'] as { id: string };
    expect((await site.house.send('POST', `/api/v1/api-keys/${id}/revoke`, sent)).status).toBeLessThan(300);
  }

  test('are invited by mail, given another role, suspended and removed; the audit log has each step', async () => {
    await go('members', 'Members');
    await button('Invite someone').click();
    await field('Email').fill('mona@example.org');
    await field('Role').selectOption('editor');
    await button('Send invitation').click();
    await saysStatus('Invitation sent to mona@example.org.');
    await waitForMail(site.house.dataDir, 'mona@example.org', /invited/);
    await row('mona@example.org').getByRole('button', { name: 'Cancel invitation' }).click();
    await saysStatus('mona@example.org was removed.');

    await row('vera@example.org').getByRole('button', { name: 'Role' }).click();
    await field('Role').selectOption('editor');
    await button('Change role').click();
    await saysStatus('vera@example.org now has the role editor.');
    await row('vera@example.org').getByRole('button', { name: 'Suspend' }).click();
    await row('vera@example.org').getByText('suspended').waitFor();
    await row('vera@example.org').getByRole('button', { name: 'Reactivate' }).click();
    await saysStatus('can log in again');

    await makeAndRevokeKey();
    await go('audit', 'Audit log');
    await row('member.removed').getByText('mona@example.org').waitFor();
    await page.getByLabel('What', { exact: true }).selectOption('key.');
    await row('key.revoked').waitFor();
    await expect.poll(() => row('member.').count(), slow).toBe(0);
    await row('key.created').getByRole('button', { name: 'Details' }).click();
    await page.locator('pre').getByText('kiosks:write').waitFor();
  });

  test('a role of one’s own is made from scopes and can be given', async () => {
    await go('roles', 'Roles');
    await button('Add a role').click();
    await field('Name').fill('owner');
    await field('write Module events').check();
    await button('Save role').click();
    await page.getByRole('alert').getByText('built-in').waitFor();
    await field('Name').fill('door-staff');
    await button('Save role').click();
    await saysStatus('Role door-staff saved');
    await row('door-staff').getByText('events:write').waitFor();
    await go('members', 'Members');
    await row('vera@example.org').getByRole('button', { name: 'Role' }).click();
    await field('Role').selectOption('door-staff');
    await button('Change role').click();
    await saysStatus('vera@example.org now has the role door-staff.');
  });

  test('a member without administration rights sees which scope is missing', async () => {
    await addMember(site.house, site.demo.tenant, 'nora@example.org', 'viewer');
    const { accessToken } = await loggedIn(site.house, 'nora@example.org');
    const own = await site.browser.newContext();
    const theirs = await own.newPage();
    await theirs.addInitScript((key) => sessionStorage.setItem('gatehouse-session', key), accessToken);
    await theirs.goto(`${site.house.url}/console/#/settings/keys`);
    await theirs.getByText('needs the scope admin:write, which the role viewer does not have').waitFor(slow);
    await own.close();
  });
});

describe('logins and apps', () => {
  const mia = { email: 'mia@example.org', password };
  let key: string;

  beforeAll(async () => {
    await addMember(site.house, site.demo.tenant, mia.email, 'admin');
    key = (await loggedIn(site.house, mia.email)).accessToken;
  });

  test('an administrator sees and ends an app’s access and a login', async () => {
    const app = await letIn(site.house, await registerApp(site.house, 'events:read'), mia);
    expect(await status(app.access_token, '/events')).toBe(200);
    await go('logins', 'Sessions and apps');
    await page.getByText('Login link (this one)').waitFor();
    await page.getByText('No authorized apps.').waitFor();
    await page.getByLabel('Show everyone’s').check();
    await row('Planner').getByText(mia.email).waitFor();
    await row('Planner').getByRole('button', { name: 'End' }).click();
    await saysStatus('Planner no longer has access.');
    expect(await status(app.access_token, '/events')).toBe(401);
    expect(await status(key, '/events')).toBe(200);
  });

  test('removing a member shows their keys, which can be revoked at once', async () => {
    const json = { name: 'Of Mia', scopes: ['events:read'] };
    const made = await site.house.send('POST', '/api/v1/api-keys', { key, json });
    const { apiKey } = made.body['data'] as { apiKey: string };
    await go('keys', 'API keys');
    await row('Of Mia').getByText(`by ${mia.email}`).waitFor();
    await go('members', 'Members');
    await row(mia.email).getByRole('button', { name: 'Remove' }).click();
    const left = page.getByRole('region', { name: `API keys created by ${mia.email}` });
    await left.getByText('Of Mia').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect([await status(apiKey, '/events'), await status(key, '/events')]).toEqual([200, 401]);
    await left.getByRole('button', { name: 'Revoke' }).click();
    await left.getByText('All of them have been revoked.').waitFor();
    expect(await status(apiKey, '/events')).toBe(401);
  });

  test('logging out ends the session of a login link at the server, too', async () => {
    const own = await site.open('settings/logins');
    const session = await own.page.evaluate(() => localStorage.getItem('gatehouse-session'));
    expect(await status(session, '/api/v1/auth/me')).toBe(200);
    await own.page.getByRole('button', { name: 'Log out', exact: true }).click();
    await expect.poll(() => status(session, '/api/v1/auth/me'), slow).toBe(401);
    await own.context.close();
  });
});

describe('single sign-on', () => {
  const idp = openTestIdp();
  const certificate = idp.keys.certificate.replace(/-----[A-Z ]+-----|\s/g, '');
  const metadata = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${idp.entityId}">
    <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
      <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
        <ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
      <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${idp.ssoUrl}"/>
    </md:IDPSSODescriptor></md:EntityDescriptor>`;
  const file = (text: string) => ({ name: 'idp.xml', mimeType: 'application/xml', buffer: Buffer.from(text) });

  test('is filled in from the provider’s metadata, with roles by group; then our own metadata answers', async () => {
    await go('sso', 'Single sign-on');
    await button('Set up a provider').click();
    await page.getByLabel('The provider’s metadata file').setInputFiles(file('<html/>'));
    await saysStatus('is not metadata');
    await page.getByLabel('The provider’s metadata file').setInputFiles(file(metadata));
    await saysStatus('Filled in from idp.xml');
    expect(await field('Entity ID').inputValue()).toBe(idp.entityId);
    await field('Attribute with the groups (optional)').fill('groups');
    await button('Add a line').click();
    await field('Value 1').fill('door');
    await field('Role 1').selectOption('door-staff');
    await button('Save provider').click();
    await saysStatus('Saved.');
    await page.getByText('door → door-staff; else viewer').waitFor();
    await page.getByText('admin, editor, viewer, door-staff', { exact: true }).waitFor();
    await button('Change').click();
    await page.getByLabel('admin', { exact: true }).uncheck();
    await field('Owners can use it too').check();
    await button('Save provider').click();
    await page.getByText('editor, viewer, door-staff, owner', { exact: true }).waitFor();
    const address = await page.locator('.value').filter({ hasText: 'Metadata address' }).locator('code').textContent();
    const { pathname } = new URL(must(address, 'the address'));
    expect(await status(null, pathname)).toBe(200);
    await button('Remove provider').click();
    await saysStatus('Single sign-on is off.');
    expect(await status(null, pathname)).toBe(404);
  });

  test('a plan without single sign-on shows that it is not included', async () => {
    const starter = await site.house.tenant('starter', 'starter');
    const own = await site.browser.newContext();
    const theirs = await own.newPage();
    await theirs.addInitScript((key) => sessionStorage.setItem('gatehouse-session', key), starter.apiKey);
    await theirs.goto(`${site.house.url}/console/#/settings/sso`);
    await theirs.getByRole('heading', { name: 'Not part of your plan' }).waitFor(slow);
    await own.close();
  });
});

test.each(['light', 'dark'] as const)(
  'has no axe violation on any page, with its form open, %s',
  async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    for (const [section, heading, form] of [
      ['members', 'Members', 'Invite someone'],
      ['roles', 'Roles', 'Add a role'],
      ['keys', 'API keys', 'Add a key'],
      ['apps', 'Apps', 'Register an app'],
      ['webhooks', 'Webhooks', 'Add a webhook'],
      ['sso', 'Single sign-on', 'Set up a provider'],
      ['logins', 'Sessions and apps', null],
      ['audit', 'Audit log', null],
    ] as const) {
      await go(section, heading);
      if (form !== null) await button(form).click();
      if (section === 'webhooks') await page.getByLabel('Only what I choose').check();
      await expect.poll(() => page.getByText('Loading…').count(), slow).toBe(0);
      expect([section, await axeViolations(page)]).toEqual([section, []]);
      if (form !== null) await button('Cancel').click();
    }
    await go('webhooks', 'Webhooks');
    await page.getByRole('link', { name: receiver.url }).click();
    await row('webhooks.endpoint.tested').getByRole('button', { name: 'Details' }).click();
    await page.getByRole('region', { name: 'Response' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  },
);
