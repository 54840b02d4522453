/** The hooks in a real browser, against the real server: part of in-browser.test.ts, which opens both. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { isObject } from '#shared/base/json.ts';
import type { Lab, Scene, View } from '#test/shared/sdk/react/hook-page.ts';
import type { BrowserSite } from './browser-site.ts';

const poll = { timeout: 60_000 };

const show = (page: Page, scene: Scene) =>
  page.evaluate((given) => (globalThis as unknown as { lab: Lab }).lab.show(given), scene);
const mount = (page: Page, key: string | null, ...views: readonly View[]) => show(page, { key, views });
const states = (page: Page) => page.evaluate(() => (globalThis as unknown as { lab: Lab }).lab.states());
const log = (page: Page) =>
  page.evaluate(() => {
    const { asked, sent, aborted } = (globalThis as unknown as { lab: Lab }).lab;
    return { asked: [...asked], sent: [...sent], aborted };
  });
/** By the browser's own account, as its assistant gets it. */
const inBrowser = async (page: Page) => (await page.webmcp.tools()).map(({ name }) => name).sort();
const view = (id: string, module: string, more: Omit<View, 'id' | 'module'> = {}): View => ({ id, module, ...more });

/** What this browser's model context knows of the newest draft. A tool of the test's own finds out, and is gone after. */
function featuresOf(page: Page): Promise<{ readonly knowsConsequential: boolean; readonly handsSignal: boolean }> {
  return page.evaluate(async () => {
    const { modelContext } = document as unknown as {
      modelContext: {
        registerTool(tool: object, options: object): Promise<void>;
        getTools(): Promise<{ name: string; inputSchema: unknown }[]>;
        executeTool(tool: object, input: object | string): Promise<unknown>;
      };
    };
    const found = { knowsConsequential: false, handsSignal: false };
    const controller = new AbortController();
    const probe = {
      name: 'feature_probe',
      description: 'Finds out what the browser knows.',
      inputSchema: { type: 'object' },
      annotations: {
        get consequentialHint() {
          found.knowsConsequential = true;
          return false;
        },
      },
      execute: async (_input: object, call?: { signal?: AbortSignal }) => {
        found.handsSignal = call?.signal instanceof AbortSignal;
        return null;
      },
    };
    await modelContext.registerTool(probe, { signal: controller.signal });
    const tool = (await modelContext.getTools()).find(({ name }) => name === probe.name);
    await modelContext.executeTool(tool ?? {}, typeof tool?.inputSchema === 'string' ? '{}' : {});
    controller.abort();
    return found;
  });
}

function viewTests(site: () => BrowserSite): void {
  describe('in a browser with a model context', () => {
    test('a module’s tools are there while a view of it is mounted, asked for once in strict mode too', async () => {
      const { key, namesOf, openHooks } = site();
      const page = await openHooks();
      expect(await inBrowser(page)).toEqual([]);
      await mount(page, key, view('a', 'content'));
      await expect.poll(() => inBrowser(page), poll).toEqual(await namesOf('content'));
      expect((await log(page)).sent).toEqual(['/api/schema/tools?module=content']);
      const tools = await page.webmcp.tools();
      const named = (name: string) => tools.find((tool) => tool.name === name);
      expect(named('list_pages')?.annotations).toMatchObject({ readOnly: true, untrustedContent: true });
      const { knowsConsequential } = await featuresOf(page);
      expect(named('delete_pages')?.annotations).toMatchObject(knowsConsequential ? { consequential: true } : {});
      expect(named('create_pages')?.inputSchema).toMatchObject({ required: ['data'] });
      await mount(page, key);
      await expect.poll(() => inBrowser(page), poll).toEqual([]);
      await page.context().close();
    });

    test('views share what they both want; each takes away what only it wanted, and rendering comes to rest', async () => {
      const { key, openHooks } = site();
      const page = await openHooks();
      const pages = view('pages', 'content', { options: { of: ['pages'] } });
      const readers = view('readers', 'content', {
        options: { verbs: ['list'], of: ['pages', 'menus'] },
        confirm: 'no',
      });
      await mount(page, key, pages, readers);
      const five = ['create_pages', 'delete_pages', 'get_pages', 'list_pages', 'update_pages'];
      await expect.poll(() => inBrowser(page), poll).toEqual([...five, 'list_menus'].sort());
      const shown = async () => Object.values(await states(page)).map(({ status, errors }) => [status, errors.length]);
      await expect.poll(shown, poll).toEqual([
        ['ready', 0],
        ['ready', 0],
      ]);
      await mount(page, key, readers);
      await expect.poll(() => inBrowser(page), poll).toEqual(['list_menus', 'list_pages']);
      await mount(page, key, { ...readers, options: { of: ['pages'], verbs: ['get', 'list'] } });
      await expect.poll(() => inBrowser(page), poll).toEqual(['get_pages', 'list_pages']);
      await mount(page, key, { ...readers, options: { enabled: false } });
      await expect.poll(() => inBrowser(page), poll).toEqual([]);
      const renders = await page.evaluate(() => (globalThis as unknown as { lab: Lab }).lab.renders());
      expect(renders).toBeLessThan(100);
      await page.context().close();
    });

    test('another module, another credential, none: the tools follow', async () => {
      const { key, keyWith, namesOf, openHooks } = site();
      const page = await openHooks();
      const reader = await keyWith(['crm:read']);
      await mount(page, key, view('a', 'hr'));
      await expect.poll(() => inBrowser(page), poll).toEqual(await namesOf('hr'));
      await mount(page, key, view('a', 'crm'));
      await expect.poll(() => inBrowser(page), poll).toEqual(await namesOf('crm'));
      await mount(page, reader.apiKey, view('a', 'crm'));
      await expect.poll(() => inBrowser(page), poll).toEqual(await namesOf('crm', reader.apiKey));
      expect((await inBrowser(page)).every((name) => /^(?:list|get)_/.test(name))).toBe(true);
      await mount(page, null, view('a', 'crm'));
      await expect.poll(() => inBrowser(page), poll).toEqual([]);
      await mount(page, 'gate_sk_of_nobody', view('a', 'crm'));
      await expect.poll(async () => (await states(page))['a']?.errors[0]?.code, poll).toBe('unauthenticated');
      expect((await states(page))['a']?.status).toBe('failed');
      await page.context().close();
    });
  });
}

function callTests(site: () => BrowserSite): void {
  describe('in a browser with a model context', () => {
    test('what is called is really done, or refused in our words', async () => {
      const { key, openHooks } = site();
      const page = await openHooks();
      await mount(page, key, view('a', 'content'));
      await expect.poll(() => inBrowser(page), poll).toContain('list_content_tags');
      const made = await page.webmcp.callTool('create_content_tags', {
        data: { title: 'From a page', slug: 'from-a-page' },
      });
      expect(made).toMatchObject({ data: { title: 'From a page' } });
      const listed = await page.webmcp.callTool('list_content_tags', { where: { slug: { equals: 'from-a-page' } } });
      expect(listed).toMatchObject({ data: [{ title: 'From a page' }], meta: { hasMore: false } });
      const twice = await page.webmcp.callTool('create_content_tags', {
        data: { title: 'From a page', slug: 'from-a-page' },
      });
      expect(twice).toMatchObject({ isError: true, status: 409, errors: [{ code: 'duplicate' }] });
      const strange = await page.webmcp.callTool('get_content_tags', { id: 'x', nonsense: 1 });
      expect(strange).toMatchObject({ isError: true, status: 0, errors: [{ code: 'unknown_parameter' }] });
      await page.context().close();
    });

    test('nothing is deleted before the view that came last has agreed', async () => {
      const { house, key, openHooks } = site();
      const page = await openHooks();
      const { body } = await house.send('POST', '/api/v1/content_tags', { key, json: { title: 'Goes', slug: 'goes' } });
      const id = String((body['data'] as { id: string }).id);
      await mount(page, key, view('a', 'content', { confirm: 'yes' }), view('b', 'content', { confirm: 'no' }));
      await expect.poll(() => inBrowser(page), poll).toContain('delete_content_tags');
      const refused = await page.webmcp.callTool('delete_content_tags', { id });
      expect(refused).toMatchObject({ isError: true, errors: [{ code: 'not_confirmed' }] });
      expect((await house.send('GET', `/api/v1/content_tags/${id}`, { key })).status).toBe(200);
      await mount(page, key, view('a', 'content', { confirm: 'yes' }));
      await expect.poll(async () => Object.keys(await states(page)), poll).toEqual(['a']);
      expect(await page.webmcp.callTool('delete_content_tags', { id })).toMatchObject({ data: { id } });
      expect((await house.send('GET', `/api/v1/content_tags/${id}`, { key })).status).toBe(404);
      expect((await log(page)).asked).toEqual(['b: delete_content_tags', 'a: delete_content_tags']);
      await page.context().close();
    });

    test('a call that is aborted ends its request, where the browser hands the signal to the tool', async () => {
      const { key, openHooks } = site();
      const page = await openHooks();
      const { handsSignal } = await featuresOf(page);
      await mount(page, key, view('a', 'content'));
      await expect.poll(() => inBrowser(page), poll).toContain('list_pages');
      // Held until it is aborted: the server would be quicker than the abort.
      await page.route(/\/api\/v1\/pages/, () => {});
      const said = await page.evaluate(async () => {
        const { modelContext } = document as unknown as {
          modelContext: {
            getTools(): Promise<{ name: string; inputSchema: unknown }[]>;
            executeTool(tool: object, input: object | string, options: { signal: AbortSignal }): Promise<unknown>;
          };
        };
        const { lab } = globalThis as unknown as { lab: Lab };
        const tool = (await modelContext.getTools()).find(({ name }) => name === 'list_pages');
        const controller = new AbortController();
        const input = typeof tool?.inputSchema === 'string' ? '{}' : {};
        const call = modelContext.executeTool(tool ?? {}, input, { signal: controller.signal }).catch(String);
        while (!lab.sent.includes('/api/v1/pages')) await new Promise((resolve) => setTimeout(resolve, 10));
        controller.abort(new Error('enough'));
        return call;
      });
      expect(said).toContain('enough');
      await expect.poll(async () => (await log(page)).aborted, poll).toBe(handsSignal ? 1 : 0);
      await page.context().close();
    });

    test('a name that another script took is reported, and the other tools are registered', async () => {
      const { key, namesOf, openHooks } = site();
      const page = await openHooks(() => {
        const { modelContext } = document as unknown as { modelContext: { registerTool(tool: object): Promise<void> } };
        void modelContext.registerTool({ name: 'list_pages', description: 'Taken.', execute: async () => 'theirs' });
      });
      await mount(page, key, view('a', 'content'));
      await expect.poll(async () => (await states(page))['a']?.errors[0]?.code, poll).toBe('tool_not_registered');
      expect((await states(page))['a']?.tools.length).toBe((await namesOf('content')).length - 1);
      expect(await page.webmcp.callTool('list_pages', {})).toBe('theirs');
      await mount(page, key);
      await expect.poll(() => inBrowser(page), poll).toEqual(['list_pages']);
      await page.context().close();
    });
  });
}

function otherBrowserTests(site: () => BrowserSite): void {
  describe('in other browsers', () => {
    test('without a model context the page’s registry holds the tools, and tells of changes', async () => {
      const { key, namesOf, openHooks } = site();
      const page = await openHooks(() => {
        Reflect.deleteProperty(Document.prototype, 'modelContext');
        Reflect.deleteProperty(Navigator.prototype, 'modelContext');
      });
      await page.evaluate(() => {
        const counted = { changes: 0 };
        Object.assign(globalThis, { counted });
        (globalThis as unknown as { lab: Lab }).lab.registry().addEventListener('toolchange', () => {
          counted.changes += 1;
        });
      });
      const names = () =>
        page.evaluate(async () =>
          (await (globalThis as unknown as { lab: Lab }).lab.registry().getTools()).map(({ name }) => name),
        );
      const call = (name: string, input: object) =>
        page.evaluate(
          async (given) =>
            JSON.parse(
              (await (globalThis as unknown as { lab: Lab }).lab
                .registry()
                .executeTool({ name: given.name }, given.input)) ?? 'null',
            ) as unknown,
          { name, input },
        );
      await mount(page, key, view('a', 'forms', { confirm: 'trust' }), view('b', 'forms'));
      await expect.poll(names, poll).toEqual(await namesOf('forms'));
      expect(await call('list_forms', { limit: 1 })).toMatchObject({ data: [], meta: { limit: 1 } });
      expect(await call('get_forms', { id: 'none' })).toMatchObject({ isError: true, status: 400 });
      // `trust`: no confirmation is asked, and there is no such form.
      expect(await call('delete_forms', { id: 'none' })).toMatchObject({ isError: true, status: 400 });
      await mount(page, key);
      await expect.poll(names, poll).toEqual([]);
      const changes = await page.evaluate(
        () => (globalThis as unknown as { counted: { changes: number } }).counted.changes,
      );
      expect(changes).toBeGreaterThanOrEqual(2);
      await page.context().close();
    });

    test('an older one is asked at its older address, takes tools away by name, and asks the user its way', async () => {
      const { key, namesOf, openHooks } = site();
      const page = await openHooks(() => {
        Reflect.deleteProperty(Document.prototype, 'modelContext');
        const tools = new Map<string, { execute: (input: object, client: object) => Promise<unknown> }>();
        const interactions: string[] = [];
        Object.assign(globalThis, { older: { tools, interactions } });
        const modelContext = {
          registerTool(tool: { name: string; execute: (input: object, client: object) => Promise<unknown> }): void {
            if (tools.has(tool.name)) throw new Error('taken');
            tools.set(tool.name, tool);
          },
          unregisterTool(name: string): void {
            if (!tools.delete(name)) throw new Error('not there');
          },
        };
        Object.defineProperty(navigator, 'modelContext', { value: modelContext });
      });
      interface Older {
        readonly older: {
          readonly tools: Map<string, { execute: (input: object, client: object) => Promise<unknown> }>;
          readonly interactions: string[];
        };
      }
      const names = () => page.evaluate(() => [...(globalThis as unknown as Older).older.tools.keys()].sort());
      await mount(page, key, view('a', 'forms', { confirm: 'no' }));
      await expect.poll(names, poll).toEqual(await namesOf('forms'));
      const answer = await page.evaluate(async () => {
        const { interactions, tools } = (globalThis as unknown as Older).older;
        const client = {
          requestUserInteraction: async (ask: () => Promise<unknown>) => {
            interactions.push('asked');
            return ask();
          },
        };
        const said = await tools.get('delete_forms')?.execute({ id: 'none' }, client);
        return { said, interactions };
      });
      expect(isObject(answer.said) && answer.said['errors']).toMatchObject([{ code: 'not_confirmed' }]);
      expect(answer.interactions).toEqual(['asked']);
      await mount(page, key);
      await expect.poll(names, poll).toEqual([]);
      await page.context().close();
    });
  });
}

export function hookTests(site: () => BrowserSite): void {
  viewTests(site);
  callTests(site);
  otherBrowserTests(site);
}
