/**
 * Turns a call of a tool into one request of the REST API. It refuses unknown and missing arguments, except those of an
 * action; the server checks the values, and everything about an action's input.
 */
import { isObject } from '../../base/json.ts';
import type { BrowserTool } from '../../tools/browser-tool.ts';
import { keyHeader } from '../collection-client.ts';
import type { Ask } from '../transport.ts';
import { type ToolRefusal, toolRefusal } from './tool-wishes.ts';

type Input = Readonly<Record<string, unknown>>;

export function askOf(tool: BrowserTool, given: Input): Ask | ToolRefusal {
  // Null is as good as not given, except inside an action's input and a record's data.
  const isAction = tool.verb === 'act';
  const input = isAction ? given : Object.fromEntries(Object.entries(given).filter(([, value]) => value != null));
  return (isAction ? null : misfit(tool, input)) ?? request(tool, input);
}

function misfit({ inputSchema }: BrowserTool, input: Input): ToolRefusal | null {
  const { properties, required } = inputSchema;
  const allowed = isObject(properties) ? Object.keys(properties) : [];
  const stranger = Object.keys(input).find((name) => !allowed.includes(name));
  if (stranger !== undefined) {
    const path = stranger.slice(0, 100);
    const message = `Unknown argument ${path}.`;
    return toolRefusal(0, [{ code: 'unknown_parameter', message, path, detail: { allowed } }]);
  }
  const missing = (Array.isArray(required) ? required : []).find((name) => !Object.hasOwn(input, String(name)));
  if (missing === undefined) return null;
  return toolRefusal(0, [{ code: 'required', message: `${String(missing)} is required.`, path: String(missing) }]);
}

function request({ verb, of }: BrowserTool, input: Input): Ask {
  const all = `/api/v1/${encodeURIComponent(of)}`;
  const one = `${all}/${encodeURIComponent(asText(input['id']))}`;
  const version = input['version'];
  // Done once, a conditional write's version is another, and what is deleted is gone: not sent again after a lost answer.
  const ifVersion =
    version === undefined
      ? ({ repeatable: 'always' } as const)
      : ({ repeatable: 'refused', headers: { 'If-Match': `"${asText(version)}"` } } as const);
  const key = input['idempotencyKey'];
  switch (verb) {
    case 'list':
      return { method: 'GET', path: all + queryOf(input), repeatable: 'always' };
    case 'get':
      return { method: 'GET', path: one + queryOf(input, ['id']), repeatable: 'always' };
    case 'create': {
      const headers = keyHeader(key === undefined ? undefined : asText(key));
      return { method: 'POST', path: all, json: input['data'], headers, repeatable: 'always' };
    }
    case 'update':
      return { method: 'PATCH', path: one, json: input['data'], ...ifVersion };
    case 'delete':
      return { method: 'DELETE', path: one, ...ifVersion, repeatable: 'refused' };
    case 'act': {
      const path = `/api/v1/actions/${encodeURIComponent(of)}`;
      return { method: 'POST', path, json: input, headers: keyHeader(undefined), repeatable: 'always' };
    }
  }
}

/** Filters go as JSON text, lists of names with commas between. */
function queryOf(input: Input, without: readonly string[] = []): string {
  const pairs = Object.entries(input)
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(listText(value))}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function listText(value: unknown): string {
  return Array.isArray(value) ? value.map(asText).join(',') : asText(value);
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
