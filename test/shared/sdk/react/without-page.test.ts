/** The browser tools where there is no browser: rendering on a server, the page's registry, and one call by itself. */
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { callTool } from '#shared/sdk/react/call-tool.ts';
import type { PageTool } from '#shared/sdk/react/model-context.ts';
import { createPageRegistry, pageRegistry } from '#shared/sdk/react/page-registry.ts';
import { useCrmTool } from '#shared/sdk/react/service-tools.ts';
import type { ToolClient } from '#shared/sdk/react/tool-client.ts';
import { ToolsProvider, toolTarget } from '#shared/sdk/react/tools-provider.ts';
import type { Ask } from '#shared/sdk/transport.ts';
import type { BrowserTool } from '#shared/tools/browser-tool.ts';

const removal: BrowserTool = {
  name: 'delete_deals',
  title: 'Delete deal',
  description: 'Deletes a Deal.',
  module: 'crm',
  verb: 'delete',
  of: 'deals',
  inputSchema: { type: 'object', properties: { id: {}, version: {} }, required: ['id'] },
  readOnly: false,
  consequential: true,
};

/** Keeps the requests; returns or throws the given answer. */
function clientThat(answers: unknown): ToolClient & { readonly asked: Ask[] } {
  const asked: Ask[] = [];
  return {
    asked,
    async $request(ask) {
      asked.push(ask);
      if (answers instanceof Error) throw answers;
      return answers;
    },
  };
}

function View() {
  return createElement('p', null, useCrmTool().status);
}

test('rendered on a server the hooks send no request and register nothing', async () => {
  const client = clientThat({ data: [] });
  expect(renderToString(createElement(ToolsProvider, { client }, createElement(View)))).toBe('<p>idle</p>');
  expect(toolTarget()).toBeNull();
  expect(client.asked).toEqual([]);
  expect(await pageRegistry().getTools()).toEqual([]);
});

test('a call is one request, and what comes back, or why not, is its answer', async () => {
  const good = clientThat({ data: { id: 'a/b' }, meta: {} });
  const done = await callTool(removal, { id: 'a/b', version: 3 }, { client: good, confirm: () => true });
  expect(done).toEqual({ data: { id: 'a/b' }, meta: {} });
  expect(good.asked).toMatchObject([
    { method: 'DELETE', path: '/api/v1/deals/a%2Fb', headers: { 'If-Match': '"3"' }, repeatable: 'refused' },
  ]);
  const errors = [{ code: 'version_mismatch', message: 'Somebody was faster.' }];
  const bad = clientThat(new GatehouseError('version_mismatch', 'Somebody was faster.', { status: 412, errors }));
  const refused = await callTool(removal, { id: 'x' }, { client: bad, confirm: 'trust' });
  expect(refused).toEqual({ isError: true, status: 412, errors });
  for (const [input, code] of [
    [{}, 'required'],
    [{ id: null }, 'required'],
    [{ id: 'x', all: true }, 'unknown_parameter'],
    ['x', 'invalid_type'],
  ] as const)
    expect(await callTool(removal, input, { client: good, confirm: 'trust' })).toMatchObject({ errors: [{ code }] });
  expect(good.asked.length).toBe(1);
});

test('without an answer to the question nothing is done: no dialog, a broken one, a caller who gave up', async () => {
  const client = clientThat({ data: {}, meta: {} });
  const call = (confirm: Parameters<typeof callTool>[2]['confirm'], signal?: AbortSignal) =>
    callTool(removal, { id: 'x' }, { client, confirm }, signal ? { signal } : {});
  expect(await call(undefined)).toMatchObject({ errors: [{ code: 'not_confirmed' }] });
  const broken = () => Promise.reject(new Error('no window'));
  expect(await call(broken)).toMatchObject({ errors: [{ code: 'not_confirmed' }] });
  const controller = new AbortController();
  let isAnswered = false;
  const silent = ({ signal }: { readonly signal?: unknown }) =>
    new Promise<boolean>(() => {
      (signal as AbortSignal).addEventListener('abort', () => {
        isAnswered = true;
      });
      controller.abort(new Error('gave up'));
    });
  await expect(call(silent, controller.signal)).rejects.toThrow('gave up');
  expect(isAnswered).toBe(true);
  expect(client.asked).toEqual([]);
});

test('a page’s registry refuses what browsers refuse, hands out copies, and ends with the signal', async () => {
  const registry = createPageRegistry();
  const tool = (name: string, execute: PageTool['execute'] = async (input) => input): PageTool => ({
    name,
    title: name,
    description: 'Says what it hears.',
    inputSchema: {},
    annotations: {},
    execute,
  });
  const controller = new AbortController();
  await registry.registerTool(tool('b'), { signal: controller.signal });
  await registry.registerTool(tool('a'));
  for (const bad of [tool('a'), tool(''), tool('a b'), tool('x'.repeat(129)), { ...tool('c'), description: '' }])
    await expect(registry.registerTool(bad)).rejects.toThrow();
  const gone = new AbortController();
  gone.abort(new Error('too late'));
  await expect(registry.registerTool(tool('d'), { signal: gone.signal })).rejects.toThrow('too late');
  expect((await registry.getTools()).map(({ name }) => name)).toEqual(['a', 'b']);
  expect(await registry.getTools()).not.toContainEqual(expect.objectContaining({ execute: expect.anything() }));
  const given = { deep: [1] };
  expect(await registry.executeTool({ name: 'b' }, given)).toBe('{"deep":[1]}');
  controller.abort();
  await expect(registry.executeTool({ name: 'b' })).rejects.toThrow('This page has no tool b');

  let heard = false;
  await registry.registerTool(
    tool('slow', (_input, call) => {
      call?.signal?.addEventListener('abort', () => {
        heard = true;
      });
      return new Promise(() => {});
    }),
  );
  const caller = new AbortController();
  const call = registry.executeTool({ name: 'slow' }, {}, { signal: caller.signal });
  caller.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  expect(heard).toBe(true);
});
