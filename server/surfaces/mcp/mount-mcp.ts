/**
 * The Model Context Protocol: Streamable HTTP at `/mcp`, and HTTP+SSE of 2024-11-05 at `/mcp/sse`. Looks at the host, who
 * asks and the body; what the protocol says is the engine's, whose library is loaded at the first request.
 */

import type { NextFunction, Request, Response } from 'express';
import { isObject } from '#shared/base/json.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import type { Mount, RouteSteps } from '../../http/request-handler.ts';
import type { Engine } from './engine.ts';
import { foreignHost } from './hosts.ts';
import type { McpParts } from './mcp-parts.ts';
import { messageProblem, type RpcRefusal, rpcCodes } from './read-message.ts';

const path = '/mcp';

export interface McpMount extends Mount {
  close(): Promise<void>;
}

function answerRpc(response: Response, { code, message, status }: RpcRefusal, id: unknown = null): void {
  response.status(status).json({ jsonrpc: '2.0', id, error: { code, message } });
}

function idIn(body: unknown): unknown {
  return isObject(body) ? (body['id'] ?? null) : null;
}

/** RFC 9728 section 3.1: the metadata of this resource, not of the whole server. */
function pointedHere(fault: unknown, publicUrl: string, sandbox: boolean): unknown {
  if (!(fault instanceof RefusalError)) return fault;
  const challenge = fault.headers['WWW-Authenticate'];
  if (challenge === undefined) return fault;
  const metadata = `${publicUrl}/.well-known/oauth-protected-resource${sandbox ? '/sandbox' : ''}${path}`;
  const here = challenge.replace(/, resource_metadata="[^"]*"/, '').concat(`, resource_metadata="${metadata}"`);
  return new RefusalError(fault.errors, { headers: { ...fault.headers, 'WWW-Authenticate': here } });
}

export function mountMcp(parts: McpParts): McpMount {
  const { publicUrl } = parts;
  let made: Promise<Engine> | null = null;
  const engine = () => {
    made ??= import('./engine.ts').then(({ createEngine }) => createEngine(parts));
    return made;
  };

  function guarded(request: Request, response: Response, next: NextFunction): void {
    const problem = foreignHost(request, publicUrl);
    if (problem === null) next();
    else answerRpc(response, { status: 403, code: rpcCodes.refused, message: problem });
  }

  function identified(steps: RouteSteps) {
    return async (request: Request, response: Response, next: NextFunction) => {
      try {
        await steps.identified(request, response, () => {});
      } catch (fault) {
        throw pointedHere(fault, publicUrl, request.sandbox);
      }
      next();
    };
  }

  /** Passes on a message of JSON-RPC; answers any other body with an error of JSON-RPC. */
  function read(steps: RouteSteps) {
    return async (request: Request, response: Response, next: NextFunction) => {
      try {
        await steps.json(request, response, () => {});
      } catch (fault) {
        if (!(fault instanceof RefusalError) || fault.errors[0].code !== 'invalid_json') throw fault;
        return answerRpc(response, { status: 400, code: rpcCodes.parse, message: fault.errors[0].message });
      }
      const version = request.headers['mcp-protocol-version'];
      const problem = messageProblem(request.body, typeof version === 'string' ? version : undefined);
      if (problem) return answerRpc(response, problem, problem.code === rpcCodes.params ? idIn(request.body) : null);
      next();
    };
  }

  return {
    name: 'mcp',
    mount(app, steps) {
      const known = [guarded, identified(steps)];
      app.post(path, ...known, read(steps), async (request, response) => (await engine()).post(request, response));
      app.get(path, ...known, async (request, response) => (await engine()).stream(request, response));
      app.delete(path, ...known, async (request, response) => (await engine()).remove(request, response));
      app.get(`${path}/sse`, ...known, async (request, response) => (await engine()).openSse(request, response));
      app.post(`${path}/messages`, ...known, read(steps), async (request, response) =>
        (await engine()).postSse(request, response),
      );
    },
    async close() {
      if (made) await (await made).close();
    },
  };
}
