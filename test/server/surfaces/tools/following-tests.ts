/** Tools that follow what the person may do, while views stay mounted: part of in-browser.test.ts. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { addMember, loggedIn } from '#test/fixtures/people.ts';
import type { Lab, Scene } from '#test/shared/sdk/react/hook-page.ts';
import type { BrowserSite } from './browser-site.ts';

const poll = { timeout: 60_000 };

const show = (page: Page, scene: Scene) =>
  page.evaluate((given) => (globalThis as unknown as { lab: Lab }).lab.show(given), scene);
const states = (page: Page) => page.evaluate(() => (globalThis as unknown as { lab: Lab }).lab.states());
const modules = (page: Page) => page.evaluate(() => [...(globalThis as unknown as { lab: Lab }).lab.modules()]);
const sent = (page: Page) => page.evaluate(() => [...(globalThis as unknown as { lab: Lab }).lab.sent]);
const inBrowser = async (page: Page) => (await page.webmcp.tools()).map(({ name }) => name).sort();
const readOnly = (names: readonly string[]) => names.length > 0 && names.every((name) => /^(?:list|get)_/.test(name));

/** A member of a role of that name, logged in. */
async function person({ house, key, tenantId }: BrowserSite, name: string, scopes: readonly string[]) {
  const role = await house.send('POST', '/api/v1/roles', { key, json: { name, scopes } });
  expect(role.status).toBe(201);
  const email = `${name}@example.org`;
  const id = await addMember(house, tenantId, email, name);
  const { accessToken, refreshToken } = await loggedIn(house, email);
  const become = async (change: object) =>
    expect((await house.send('PATCH', `/api/v1/members/${id}`, { key, json: change })).status).toBe(200);
  return { accessToken, session: JSON.stringify({ accessToken, refreshToken }), become };
}

function liveTests(site: () => BrowserSite): void {
  describe('while views stay mounted', () => {
    test('a role that changes takes tools away and brings others, by one line and one request for all views', async () => {
      const { house, key, namesOf, openHooks } = site();
      await house.send('POST', '/api/v1/roles', { key, json: { name: 'looker', scopes: ['content:read'] } });
      const { accessToken, become, session } = await person(site(), 'writer', [
        'content:read',
        'content:write',
        'forms:read',
      ]);
      const page = await openHooks();
      let lines = 0;
      page.on('websocket', () => {
        lines += 1;
      });
      const views = ['content', 'forms', 'hr'].map((module) => ({ id: module, module }));
      await show(page, { key: session, views, withModules: true });
      const before = [...(await namesOf('content', accessToken)), ...(await namesOf('forms', accessToken))].sort();
      await expect.poll(() => inBrowser(page), poll).toEqual(before);
      await expect.poll(() => modules(page), poll).toEqual(expect.arrayContaining(['content', 'forms']));
      expect(await modules(page)).not.toContain('hr');
      // Asked for all together: the three, and the list of modules, which has no name.
      expect((await sent(page))[0]).toMatch(/^\/api\/schema\/tools\?module=(?=.*content)(?=.*forms)(?=.*hr)/);

      await become({ role: 'looker' });
      // The change is there when it is answered: this is what the server offers by now.
      const after = await namesOf('content', accessToken);
      expect(readOnly(after)).toBe(true);
      await expect.poll(() => inBrowser(page), poll).toEqual(after);
      await expect.poll(() => modules(page), poll).not.toContain('forms');
      await expect
        .poll(async () => (await states(page))['forms'], poll)
        .toMatchObject({ status: 'ready', tools: [], errors: [] });
      await become({ role: 'writer' });
      await expect.poll(() => inBrowser(page), poll).toEqual(before);
      expect(lines).toBeLessThan(views.length);
      expect((await sent(page)).filter((path) => !path.startsWith('/api/schema/tools'))).toEqual([]);

      // Its login ends with the membership: no tool of any mounted view is left, and the page can say why.
      await become({ status: 'suspended' });
      await expect.poll(() => inBrowser(page), poll).toEqual([]);
      await expect.poll(async () => (await states(page))['content']?.status, poll).toBe('failed');
      expect((await states(page))['content']?.errors.length).toBe(1);
      await expect.poll(() => modules(page), poll).toEqual([]);
      await page.context().close();
    });

    test('modules that are switched off and on, and collections that come, change and go', async () => {
      const { house, key, namesOf, openHooks, tenantId } = site();
      const { directory } = house.admin;
      const tenant = must(await directory.byId(tenantId), 'the tenant');
      const page = await openHooks();
      const collection = {
        name: 'boats',
        labels: { one: 'Boat', many: 'Boats' },
        fields: [{ name: 'title', type: 'text', maxLength: 80 }],
      };
      const views = ['forms', 'custom'].map((module) => ({ id: module, module }));
      await show(page, { key, views, withModules: true });
      const forms = await namesOf('forms');
      await expect.poll(() => inBrowser(page), poll).toEqual(forms);

      const made = await house.send('POST', '/api/v1/collections', { key, json: collection });
      expect(made.status).toBe(201);
      await expect.poll(() => inBrowser(page), poll).toContain('create_boats');
      const more = [...collection.fields, { name: 'berth', type: 'text', maxLength: 20 }];
      const etag = must(made.headers.get('etag'), 'the version of the collection');
      const changed = await house.send('PATCH', '/api/v1/collections/boats', {
        key,
        json: { fields: more },
        headers: { 'if-match': etag },
      });
      expect([changed.status, changed.text]).toEqual([200, expect.anything()]);
      const berth = async () =>
        JSON.stringify((await page.webmcp.tools()).find(({ name }) => name === 'create_boats')?.inputSchema);
      await expect.poll(berth, poll).toContain('berth');

      await directory.setModules(
        tenant,
        tenant.modules.filter((name) => name !== 'forms'),
      );
      await expect.poll(async () => (await inBrowser(page)).every((name) => name.endsWith('_boats')), poll).toBe(true);
      await expect.poll(() => modules(page), poll).not.toContain('forms');
      await directory.setModules(must(await directory.byId(tenantId), 'the tenant'), tenant.modules);
      await expect
        .poll(async () => (await inBrowser(page)).filter((name) => !name.endsWith('_boats')), poll)
        .toEqual(forms);
      expect((await house.send('DELETE', '/api/v1/collections/boats', { key })).status).toBe(200);
      await expect.poll(() => inBrowser(page), poll).toEqual(forms);
      await page.context().close();
    });
  });
}

function endingTests(site: () => BrowserSite): void {
  describe('while views stay mounted', () => {
    test('a key that is revoked takes everything with it, and another one brings it back', async () => {
      const { house, key, keyWith, namesOf, openHooks } = site();
      const page = await openHooks();
      const mine = await keyWith(['crm:read']);
      const views = [{ id: 'crm', module: 'crm' }];
      await show(page, { key: mine.apiKey, views });
      await expect.poll(() => inBrowser(page), poll).toContain('list_deals');
      expect((await house.send('POST', `/api/v1/api-keys/${mine.id}/revoke`, { key })).status).toBeLessThan(300);
      await expect.poll(() => inBrowser(page), poll).toEqual([]);
      await expect.poll(async () => (await states(page))['crm']?.errors[0]?.code, poll).toBe('credential_revoked');
      await show(page, { key, views });
      await expect.poll(() => inBrowser(page), poll).toEqual(await namesOf('crm'));
      await page.context().close();
    });

    test('without a live line a call that is refused says what to do, and the tools follow it', async () => {
      const { house, key, openHooks } = site();
      await house.send('POST', '/api/v1/roles', { key, json: { name: 'reader', scopes: ['content:read'] } });
      const { become, session } = await person(site(), 'author', ['content:read', 'content:write']);
      const page = await openHooks(() => {
        Reflect.deleteProperty(globalThis, 'WebSocket');
      });
      await show(page, { key: session, views: [{ id: 'a', module: 'content' }] });
      await expect.poll(() => inBrowser(page), poll).toContain('create_content_tags');
      await become({ role: 'reader' });
      const answer = await page.webmcp.callTool('create_content_tags', { data: { title: 'Late', slug: 'late' } });
      expect(answer).toMatchObject({
        isError: true,
        status: 403,
        errors: [{ code: 'insufficient_scope' }],
        next: expect.stringContaining('Do not call it again'),
      });
      await expect.poll(async () => readOnly(await inBrowser(page)), poll).toBe(true);
      await page.context().close();
    });
  });
}

export function followingTests(site: () => BrowserSite): void {
  liveTests(site);
  endingTests(site);
}
