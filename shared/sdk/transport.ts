/**
 * One request to the server and what becomes of it: sent with the credential, repeated where that can do no harm,
 * answered with the body or a GatehouseError. Everything of the SDK that speaks HTTP goes through here.
 */
import { isObject } from '../base/json.ts';
import type { Refusal } from '../base/result.ts';
import { GatehouseError } from './gatehouse-error.ts';
import { after, chance, type HttpAnswer, newController, type Send, type Signal } from './host.ts';
import { mayRepeat, type Repeatable, type RetryRule, retryAfterMs, waitMs } from './retry.ts';
import type { Credential } from './session.ts';

export interface Ask {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'HEAD';
  /** Behind the base address: `/api/v1/pages?limit=10`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, instead of `json`. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly repeatable: Repeatable;
  readonly signal?: Signal | undefined;
  /** Of the one attempt; absent: the transport's. */
  readonly timeoutMs?: number;
  /** Login and refresh go without one. */
  readonly open?: boolean;
  /** Before each attempt. */
  readonly onAttempt?: () => void;
}

export interface Answer {
  readonly status: number;
  readonly headers: HttpAnswer['headers'];
  /** Parsed; null where there is no body. */
  readonly body: unknown;
}

export interface TransportParts {
  readonly baseUrl: string;
  readonly send: Send;
  readonly credential: Credential;
  readonly retry: RetryRule;
  readonly timeoutMs: number;
}

export type Transport = (ask: Ask) => Promise<Answer>;

interface Attempt {
  readonly answer: Answer | null;
  readonly error: GatehouseError | null;
}

function aborted(): GatehouseError {
  return new GatehouseError('aborted', 'The caller cancelled the request.');
}

function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalsOf(body: unknown): readonly Refusal[] {
  const errors = isObject(body) ? body['errors'] : undefined;
  const all = Array.isArray(errors) ? errors : [];
  return all.filter((one): one is Refusal => isObject(one) && typeof one['code'] === 'string');
}

function errorOf({ status, headers }: HttpAnswer, body: unknown): GatehouseError {
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
    const { signal } = ask;
    if (signal?.aborted) throw aborted();
    const controller = newController();
    let ranOut = false;
    const giveUp = (): void => controller.abort();
    const stopTimer = after(ask.timeoutMs ?? timeoutMs, () => {
      ranOut = true;
      giveUp();
    });
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      const { method, path, headers = {}, json } = ask;
      const body = json === undefined ? ask.body : JSON.stringify(json);
      const answer = await send(baseUrl + path, {
        method,
        headers: {
          Accept: 'application/json',
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        signal: controller.signal,
      });
      const text = method === 'HEAD' ? '' : await answer.text();
      const found = parsed(text);
      if (answer.status >= 400 || found === undefined) return { answer: null, error: errorOf(answer, found) };
      return { answer: { status: answer.status, headers: answer.headers, body: found }, error: null };
    } catch (cause) {
      if (signal?.aborted) throw aborted();
      const error = ranOut
        ? new GatehouseError('timeout', 'The server did not respond in time.', { cause })
        : new GatehouseError('connection_failed', 'The server was not reached, or the response ended too early.', {
            cause,
          });
      return { answer: null, error };
    } finally {
      stopTimer();
      signal?.removeEventListener('abort', giveUp);
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
