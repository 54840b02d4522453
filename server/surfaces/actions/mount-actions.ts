/**
 * Actions on HTTP: at the paths they name, the same below `/api/v1`, and each at `/api/v1/actions/{name}`. Actions whose
 * requests are signed are mounted by the surface `inbound`.
 */
import type { Request, Response } from 'express';
import { isObject } from '#shared/base/json.ts';
import type { ActionDefinition, HttpBinding, ListBinding } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import type { CursorStamp } from '../../core/paging/cursor.ts';
import { allowanceOf } from '../../http/allowance-of.ts';
import { answerDocument, answerOutcome } from '../../http/answer-outcome.ts';
import { callerOf } from '../../http/caller-of.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { refusal } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import { answerList } from './answer-list.ts';

/**
 * Query strings carry text only: numbers and booleans are read as their field wants them; text that is neither stays text, and
 * validation refuses it.
 */
function fromText(fields: readonly Field[], name: string, text: string): unknown {
  const type = fields.find((f) => f.name === name)?.type;
  if (type === 'integer' || type === 'number' || type === 'money')
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

function bodyOf(request: Request): Record<string, unknown> {
  const body: unknown = request.body ?? {};
  if (!isObject(body)) throw refusal('invalid_body', 'The body must be a JSON object.');
  return body;
}

/** The query belongs to the input of a GET or DELETE only (shared/schema/definition.ts, HttpBinding). */
function inputOf(request: Request, action: ActionDefinition, http: HttpBinding): Record<string, unknown> {
  const input = { ...bodyOf(request) };
  const inPath = Object.keys(request.params);
  const takesQuery = http.method === 'GET' || http.method === 'DELETE';
  const allowed = takesQuery ? action.input.map((f) => f.name).filter((name) => !inPath.includes(name)) : [];
  const given = new Set<string>();
  for (const [name, text] of new URLSearchParams(queryTextOf(request))) {
    const path = name.slice(0, 100);
    if (!allowed.includes(name))
      throw refusal('unknown_parameter', `Unknown parameter ${path}.`, { path, detail: { allowed } });
    if (given.has(name)) throw refusal('invalid_value', `${path} was sent more than once.`, { path });
    given.add(name);
    input[name] = fromText(action.input, name, text);
  }
  for (const [name, value] of Object.entries(request.params)) if (typeof value === 'string') input[name] = value;
  return input;
}

/** `/events/checkin` before `/events/:eventId`: a literal segment outranks a parameter at the same place. */
function rank(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '1' : '0'))
    .join('');
}

export function mountActions(actions: readonly ActionDefinition[], cursors: CursorStamp): Mount {
  const bound = actions.flatMap((action) => {
    const http = action.http;
    if (!http || http.signed) return [];
    return http.paths.map((path) => ({ action, http, path }));
  });
  bound.sort((a, b) => (rank(a.path) < rank(b.path) ? -1 : 1));

  async function run(
    action: ActionDefinition,
    http: HttpBinding | undefined,
    request: Request,
    response: Response,
    input: unknown,
  ): Promise<void> {
    const key = request.headers['idempotency-key'];
    const outcome = await (await callerOf(request)).run({
      verb: 'act',
      action: action.name,
      input,
      ...(typeof key === 'string' ? { idempotencyKey: key } : {}),
    });
    if (http?.sends && answerDocument(response, outcome, http.sends)) return;
    answerOutcome(request, response, outcome, http?.status);
  }

  async function list(action: ActionDefinition, list: ListBinding, request: Request, response: Response) {
    const caller = await callerOf(request);
    const definition = caller.registry.collections.get(list.collection);
    if (!definition) throw refusal('action_unknown', `No action is named ${action.name}.`);
    const scene = { caller, cursors, definition, allowance: allowanceOf(request) };
    await answerList(scene, action, list, request, response);
  }

  return {
    name: 'actions',
    mount(app, steps) {
      for (const { action, http, path } of bound) {
        const method = http.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
        const { lists } = http;
        app[method]([path, `/api/v1${path}`], steps.identified, steps.json, (request, response) =>
          lists
            ? list(action, lists, request, response)
            : run(action, http, request, response, inputOf(request, action, http)),
        );
      }
      app.post('/api/v1/actions/:action', steps.identified, steps.json, async (request, response) => {
        const action = actions.find((a) => a.name === request.params['action']);
        if (!action || action.http?.signed)
          throw refusal('action_unknown', `No action is named ${String(request.params['action']).slice(0, 100)}.`);
        await run(action, undefined, request, response, bodyOf(request));
      });
    },
  };
}
