/**
 * One request to the server and what becomes of it: sent with the credential, repeated where that can do no harm,
 * answered with the body or a GatehouseError. Everything of the SDK that speaks HTTP goes through here.
 */
import { isObject } from '../base/json.ts';
import type { Refusal } from '../base/result.ts';
import { aborted, type Exchanged, exchange } from './exchange.ts';
import { GatehouseError } from './gatehouse-error.ts';
import { after, chance, type HttpAnswer, type Send, type Signal } from './host.ts';
import { mayRepeat, type Repeatable, type RetryRule, retryAfterMs, waitMs } from './retry.ts';
import type { Credential } from './session.ts';

export interface Ask {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  /** Path after the base address: `/api/v1/pages?limit=10`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, instead of `json`. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The answer is a file: its body is a Blob. */
  readonly file?: boolean;
  readonly repeatable: Repeatable;
  readonly signal?: Signal | undefined;
  /** Time for each attempt, in milliseconds; absent: the transport's. */
  readonly timeoutMs?: number;
  /** Sent without a credential: login, refresh and logout. */
  readonly open?: boolean;
  /** Called before each attempt. */
  readonly onAttempt?: () => void;
}

export interface Answer {
  readonly status: number;
  readonly headers: HttpAnswer['headers'];
  /** Parsed; null where there is no body; a Blob where a file was asked for. */
  readonly body: unknown;
}

export interface TransportParts {
  readonly baseUrl: string;
  readonly send: Send;
  readonly credential: Credential;
  readonly retry: RetryRule;
  /** Time for each attempt from sending to the last byte, in milliseconds. */
  readonly timeoutMs: number;
}

export type Transport = (ask: Ask) => Promise<Answer>;

interface Attempt {
  readonly answer: Answer | null;
  readonly error: GatehouseError | null;
}

function refusalsOf(body: unknown): readonly Refusal[] {
  const errors = isObject(body) ? body['errors'] : undefined;
  const all = Array.isArray(errors) ? errors : [];
  return all.filter((one): one is Refusal => isObject(one) && typeof one['code'] === 'string');
}

function errorOf({ status, headers, body }: Exchanged): GatehouseError {
  const errors = refusalsOf(body);
  const [first] = errors;
  const facts = {
    status,
    requestId: headers.get('x-request-id'),
    retryAfterMs: retryAfterMs(headers.get('retry-after'), headers.get('date')),
  };
  return first
    ? new GatehouseError(first.code, first.message, { ...facts, errors })
    : new GatehouseError('unreadable_answer', `The response (${status}) is not from a Gatehouse server.`, facts);
}

/** @throws GatehouseError `aborted` */
export function pause(ms: number, signal: Signal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      cancel();
      reject(aborted());
    };
    const cancel = after(ms, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

export function createTransport({ baseUrl, send, credential, retry, timeoutMs }: TransportParts): Transport {
  async function once(ask: Ask, token: string | null): Promise<Attempt> {
    const { body, file, headers = {}, json, method, path, signal } = ask;
    try {
      const found = await exchange(send, baseUrl + path, {
        method,
        headers: { ...(token === null ? {} : { Authorization: `Bearer ${token}` }), ...headers },
        json,
        body,
        file,
        signal,
        timeoutMs: ask.timeoutMs ?? timeoutMs,
      });
      if (found.status >= 400 || found.body === undefined) return { answer: null, error: errorOf(found) };
      return { answer: found, error: null };
    } catch (fault) {
      if (!(fault instanceof GatehouseError) || fault.code === 'aborted') throw fault;
      return { answer: null, error: fault };
    }
  }

  return async (ask) => {
    let renewals = 0;
    for (let attempts = 1; ; attempts++) {
      if (!ask.open) await credential.fresh?.();
      const token = ask.open ? null : credential.token();
      ask.onAttempt?.();
      const { answer, error } = await once(ask, token);
      if (answer) return answer;
      if (!error) throw new Error('an attempt has an answer or an error');
      if (error.status === 401 && token !== null && renewals === 0 && (await credential.renewed(token))) {
        renewals++;
        continue;
      }
      const wait = waitMs(retry, attempts, error.retryAfterMs, chance());
      const again = attempts <= retry.retriesMax && mayRepeat(ask.repeatable, error.status, error.code);
      if (!again || wait === null) throw error;
      await pause(wait, ask.signal);
    }
  };
}
