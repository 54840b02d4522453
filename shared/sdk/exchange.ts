/** Sends one request and returns its answer with any status: the only place of the SDK and of our apps that uses HTTP. */
import { parseJson } from '../base/json.ts';
import { GatehouseError } from './gatehouse-error.ts';
import { after, type BlobLike, type HttpAnswer, newController, type Send, type Signal } from './host.ts';

export interface ExchangeRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, instead of `json`. */
  readonly body?: unknown;
  /** The answer is a file: its `body` is a Blob, unless it is refused. */
  readonly file?: boolean | undefined;
  readonly signal?: Signal | undefined;
  /** Time from sending to the last byte. */
  readonly timeoutMs: number;
}

export interface Exchanged {
  readonly status: number;
  readonly headers: HttpAnswer['headers'];
  /** Parsed; null where there is none, undefined where it is no JSON. */
  readonly body: unknown;
}

export function aborted(): GatehouseError {
  return new GatehouseError('aborted', 'The caller cancelled the request.');
}

async function bodyOf(answer: HttpAnswer, method: string, isFile: boolean): Promise<unknown> {
  if (method === 'HEAD') return null;
  if (isFile && answer.status < 400) return await fileOf(answer);
  const text = await answer.text();
  return text === '' ? null : parseJson(text);
}

async function fileOf(answer: HttpAnswer): Promise<BlobLike> {
  if (!answer.blob) throw new Error('The `fetch` of this client has no `blob()` in its answers.');
  return await answer.blob();
}

/** @throws GatehouseError `connection_failed`, `timeout` or `aborted`; the first has what was thrown as its `cause` */
export async function exchange(send: Send, url: string, request: ExchangeRequest): Promise<Exchanged> {
  const { file = false, method, headers, json, signal, timeoutMs } = request;
  if (signal?.aborted) throw aborted();
  const controller = newController();
  let ranOut = false;
  const giveUp = (): void => controller.abort();
  const stopTimer = after(timeoutMs, () => {
    ranOut = true;
    giveUp();
  });
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const body = json === undefined ? request.body : JSON.stringify(json);
    const answer = await send(url, {
      method,
      headers: {
        Accept: file ? '*/*' : 'application/json',
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      signal: controller.signal,
    });
    return { status: answer.status, headers: answer.headers, body: await bodyOf(answer, method, file) };
  } catch (cause) {
    if (signal?.aborted) throw aborted();
    if (ranOut) throw new GatehouseError('timeout', 'The server did not respond in time.', { cause });
    throw new GatehouseError('connection_failed', 'The server was not reached, or the response ended too early.', {
      cause,
    });
  } finally {
    stopTimer();
    signal?.removeEventListener('abort', giveUp);
  }
}
