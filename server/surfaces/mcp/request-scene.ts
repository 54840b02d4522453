/**
 * The common start of every request of MCP: its scene, the credential for the protocol's library, the signal of its end, and
 * errors of JSON-RPC.
 */
import type { AuthInfo } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import { isObject } from '#shared/base/json.ts';
import type { CursorStamp } from '../../core/paging/cursor.ts';
import { toolRights } from '../../core/policy/visibility/tool-rights.ts';
import { allowanceOf } from '../../http/allowance-of.ts';
import { callerOf } from '../../http/caller-of.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { readWishes, type Scene, toolSet } from './scene.ts';

export interface SceneParts {
  readonly cursors: CursorStamp;
}

export async function sceneOf(
  { cursors }: SceneParts,
  request: Request,
  queryText = queryTextOf(request),
): Promise<Scene> {
  const caller = await callerOf(request);
  const { actor, registry } = caller;
  const wishes = valueOrRefusal(readWishes(queryText));
  const rights = toolRights(actor);
  return {
    caller,
    cursors,
    rights,
    wishes,
    tools: () => toolSet(registry, actor, rights, wishes),
    allowance: allowanceOf(request),
  };
}

/** The credential itself is not passed on: the handlers of the library need the scene alone. */
export function authOf(scene: Scene): AuthInfo {
  return { token: '', clientId: scene.caller.actor.id, scopes: [], extra: { scene } };
}

/** Aborted when the connection closes. */
export function aborting(response: Response): AbortSignal {
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  return closed.signal;
}

export interface RpcError {
  /** Of HTTP. */
  readonly status: number;
  /** Of JSON-RPC. */
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** @param body the request, whose id is repeated */
export function refuseRpc(response: Response, { code, data, message, status }: RpcError, body?: unknown): void {
  const id = isObject(body) ? (body['id'] ?? null) : null;
  response.status(status).json({ jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } });
}
