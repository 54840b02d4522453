/** The page at /api/docs/browser-tools, by keyboard and in both schemes: part of in-browser.test.ts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserSite } from './browser-site.ts';
import { path, ToolsTab } from './tools-tab.ts';

const poll = { timeout: 60_000 };

/** The groups follow each other in one tab: each goes on from where the one before it stopped. */
export function pageTests(site: () => BrowserSite): void {
  describe('the page', () => {
    const tab = new ToolsTab();
    beforeAll(() => tab.open(site()));
    afterAll(() => tab.close());

    viewTests(site, tab);
    callTests(site, tab);
    tabTests(site, tab);
  });
}

/** What is needed before there are tools, and which tools a view brings. */
function viewTests(site: () => BrowserSite, tab: ToolsTab): void {
  test('says what is missing: a key, a good key, a view', async () => {
    const { page } = tab;
    await page.getByText('No tools: enter an API key above.').waitFor();
    await page.getByText('This browser has a model context').waitFor();
    await tab.look('signed-out');
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.getByLabel('API key').fill('gate_sk_wrong');
    await page.keyboard.press('Enter');
    await page.getByText('No tools: no view is mounted.').waitFor();
    await page.getByRole('alert').getByText('Enter another key above.').waitFor();
    await tab.look('refused');
  });

  test('mounts and unmounts by keyboard what the browser then has, and finds it by words', async () => {
    const { page } = tab;
    const { key, namesOf } = site();
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Use' }).press('Enter');
    await page.getByRole('checkbox', { name: 'content' }).press('Space');
    await page
      .getByRole('status')
      .getByText(/^\d+ tools$/)
      .waitFor();
    await expect.poll(() => tab.inBrowser(), poll).toEqual(await namesOf('content'));
    await page.getByRole('checkbox', { name: 'forms' }).press('Space');
    await expect
      .poll(() => tab.inBrowser(), poll)
      .toEqual([...(await namesOf('content')), ...(await namesOf('forms'))].sort());
    await page.getByRole('checkbox', { name: 'forms' }).press('Space');
    await expect.poll(() => tab.inBrowser(), poll).toEqual(await namesOf('content'));
    await page.getByLabel('Search').fill('content tag');
    await page
      .getByRole('status')
      .getByText(/^5 of \d+ tools$/)
      .waitFor();
    await page.getByRole('button', { name: 'create_content_tags' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Create tag' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id), poll).toBe('main');
    await tab.look('tool');
  });
}

/** Calls, what they ask first, and what they answer. */
function callTests(site: () => BrowserSite, tab: ToolsTab): void {
  test('calls a tool by a form and by JSON, and shows what it answers', async () => {
    const { page } = tab;
    const { house, key } = site();
    const title = page.getByLabel(/^data\.title/);
    await title.fill('Too long to be a tag '.repeat(5));
    await page.getByRole('button', { name: 'Call' }).click();
    await page.getByText('Refused').waitFor();
    await page.getByRole('region', { name: 'Answer' }).getByText('too_long').waitFor();
    await page.getByLabel('data.color').fill('#12ab90');
    await page.getByRole('radio', { name: 'JSON' }).check();
    const json = page.getByLabel('Input (JSON)');
    expect(await json.inputValue()).toContain('#12ab90');
    await json.fill('{');
    await page.getByRole('button', { name: 'Call' }).click();
    await page.getByRole('alert').getByText('The input must be a JSON object.').waitFor();
    await json.fill('{"data": {"title": "By the page", "slug": "by-the-page"}}');
    await page.getByRole('button', { name: 'Call' }).click();
    await page.getByText('Done').waitFor();
    const found = await house.send('GET', '/api/v1/content_tags?where[slug][equals]=by-the-page', { key });
    expect(found.text).toContain('By the page');
    await page.getByRole('radio', { name: 'form' }).check();
    expect(await title.inputValue()).toBe('By the page');
    expect(await page.getByLabel('data.color').inputValue()).toBe('');
    await tab.look('answered');
  });

  test('asks before it deletes, for every caller; escape is a no', async () => {
    const { page } = tab;
    const { house, key } = site();
    const { body } = await house.send('POST', '/api/v1/content_tags', {
      key,
      json: { title: 'Asked', slug: 'asked' },
    });
    const { id } = body['data'] as { id: string };
    const call = page.webmcp.callTool('delete_content_tags', { id });
    const dialog = page.getByRole('dialog', { name: 'Delete tag?' });
    await dialog.waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await tab.look('asks-dark');
    await page.keyboard.press('Escape');
    expect(await call).toMatchObject({ isError: true, errors: [{ code: 'not_confirmed' }] });
    await dialog.waitFor({ state: 'detached' });
    const again = page.webmcp.callTool('delete_content_tags', { id });
    await dialog.getByRole('button', { name: 'Run the tool' }).click();
    expect(await again).toMatchObject({ data: { id } });
  });

  test('a call that takes long shows that it waits, and is stopped by who called', async () => {
    const { page } = tab;
    await page.getByLabel('Search').fill('list_content_tags');
    await page.getByRole('button', { name: 'list_content_tags' }).click();
    await page.route(/\/api\/v1\/content_tags/, () => {});
    const call = page.getByRole('button', { name: 'Call' });
    await call.press('Enter');
    await page.getByRole('progressbar', { name: 'Waiting for the response' }).waitFor();
    await tab.look('waits-dark');
    await page.getByRole('button', { name: 'Stop' }).press('Enter');
    await page.getByRole('region', { name: 'Answer' }).getByText('Stopped.').waitFor();
    await page.getByRole('status').getByText('Stopped', { exact: true }).waitFor();
    await expect.poll(() => call.evaluate((button) => button === document.activeElement), poll).toBe(true);
    await page.unroute(/\/api\/v1\/content_tags/);
  });
}

/** What the tab has: a key until it is revoked, all tools at once, and nothing that stays. */
function tabTests(site: () => BrowserSite, tab: ToolsTab): void {
  test('a key that is revoked while a tool is looked at: nothing is left, and the page says what to do', async () => {
    const { page } = tab;
    const { house, key, keyWith, namesOf } = site();
    const mine = await keyWith(['content:read']);
    await page.getByLabel('API key').fill(mine.apiKey);
    await page.getByLabel('API key').press('Enter');
    await expect.poll(() => tab.inBrowser(), poll).toEqual(await namesOf('content', mine.apiKey));
    await expect.poll(() => page.getByRole('checkbox').count(), poll).toBe(1);
    await page.getByRole('button', { name: 'list_content_tags' }).click();
    expect((await house.send('POST', `/api/v1/api-keys/${mine.id}/revoke`, { key })).status).toBeLessThan(300);
    await page.getByRole('heading', { level: 1, name: 'No longer in the page' }).waitFor();
    await page.getByRole('alert').getByText('Enter another key above.').waitFor();
    await expect.poll(() => tab.inBrowser(), poll).toEqual([]);
    await tab.look('revoked-dark');
    await page.getByLabel('API key').fill(key);
    await page.getByLabel('API key').press('Enter');
    await expect.poll(() => tab.inBrowser(), poll).toEqual(await namesOf('content'));
  });

  test('the tools of every module at once, at least 180, dark, on a narrow window, and below /sandbox', async () => {
    const { page } = tab;
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByLabel('Search').fill('');
    await expect.poll(async () => (await tab.inBrowser()).length, poll).toBeGreaterThanOrEqual(180);
    await page.getByLabel('Search').fill('create_content_tags');
    await page
      .getByRole('status')
      .getByText(/^1 of \d+ tools$/)
      .waitFor();
    await tab.look('dark');
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await tab.look('narrow');
    await page.goto(`${site().house.url}/sandbox${path}`);
    expect(new URL(page.url()).pathname).toBe(`/sandbox${path}/`);
    await page
      .getByRole('alert')
      .getByText(/sandbox/)
      .waitFor();
  });

  test('the key stays in the tab, no other host got a request, and there was no error', async () => {
    const { page } = tab;
    await page.getByRole('button', { name: 'Forget' }).click();
    await page.getByText('No tools: enter an API key above.').waitFor();
    await expect.poll(() => tab.inBrowser(), poll).toEqual([]);
    expect(await page.evaluate(() => ({ ...sessionStorage, ...localStorage }))).toEqual({});
    expect(await page.context().cookies()).toEqual([]);
    expect(tab.strangers).toEqual([]);
    expect(tab.problems).toEqual([]);
  });
}
