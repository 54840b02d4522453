/** Checks what every message of the protocol must have before any era reads it, and makes JSON-RPC's own refusals of it. */
import { isObject } from '#shared/base/json.ts';

/** JSON-RPC 2.0 section 5.1. */
export const rpcCodes = { parse: -32700, invalid: -32600, params: -32602, refused: -32000 } as const;

export interface RpcRefusal {
  /** Of HTTP. */
  readonly status: number;
  /** Of JSON-RPC. */
  readonly code: number;
  readonly message: string;
}

/** The only revision with batches: 2025-06-18 took away what 2025-03-26 had brought. */
const batchRevision = '2025-03-26';

const isId = (id: unknown) => typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id));

function invalid(message: string): RpcRefusal {
  return { status: 400, code: rpcCodes.invalid, message };
}

/** Parameters that must be text, of methods that every era has: the library reports other types as a fault of the server. */
const textOf: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

function paramsProblem({ method, params }: Readonly<Record<string, unknown>>): RpcRefusal | null {
  const refused = (message: string) => ({ status: 400, code: rpcCodes.params, message });
  if (params !== undefined && !isObject(params)) return refused('`params` must be an object.');
  const name = typeof method === 'string' ? textOf.get(method) : undefined;
  return name === undefined || typeof params?.[name] === 'string' ? null : refused(`\`params.${name}\` must be text.`);
}

function problemOf(message: unknown): RpcRefusal | null {
  if (!isObject(message)) return invalid('A message must be an object.');
  if (message['jsonrpc'] !== '2.0') return invalid('`jsonrpc` must be "2.0".');
  const isAnswer = 'result' in message || 'error' in message;
  if (!isAnswer && typeof message['method'] !== 'string') return invalid('`method` must be text.');
  const isNotice = typeof message['method'] === 'string' && message['method'].startsWith('notifications/');
  if ('id' in message ? !isId(message['id']) : !isNotice) return invalid('`id` must be text or a whole number.');
  return paramsProblem(message);
}

/** @returns null: nothing is wrong so far */
export function messageProblem(body: unknown, version: string | undefined): RpcRefusal | null {
  if (body === undefined) return { status: 400, code: rpcCodes.parse, message: 'The body is empty.' };
  if (!Array.isArray(body)) return problemOf(body);
  if (version !== batchRevision) return invalid('Send one message at a time. Batches are not supported.');
  if (body.length === 0) return invalid('The batch is empty.');
  return body.map(problemOf).find((problem) => problem !== null) ?? null;
}
