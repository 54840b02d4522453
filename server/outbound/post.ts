/**
 * One POST to an address that another party named: to a public address only, no redirect followed, a limit for its time
 * and for what is read of the answer, nothing unpacked. Every way it can end is a value. Connections are kept and used again.
 */
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { secondMs } from '#shared/base/time.ts';
import { Agent as HttpAgent, request as httpRequest } from '../core/node-http.ts';
import { isPublicAddress, type Permits } from '../core/policy/addresses/address-rules.ts';
import { hostOf } from '../core/policy/addresses/target-url.ts';
import type { Answered, Poster, PostProblem } from '../modules/webhooks/poster.ts';
import { guardedLookup, type Resolve } from './guarded-lookup.ts';

export interface PostSetting {
  readonly resolve: Resolve;
  /** Absent: public addresses. */
  readonly permits?: Permits;
  /** Time limit for everything: name, connection, request and answer; `postLimitMs` when absent. */
  readonly limitMs?: number;
}

export const postLimitMs = 15 * secondMs;
/** Maximum number of bytes of an answer that are read; then the connection is dropped. */
const answerBytesMax = 64 * 1024;
/** Maximum number of open connections to one host that wait for the next request. */
const freeSocketsMax = 32;
const idleMs = 20 * secondMs;
const headersShownMax = 40;
const headerCharsMax = 500;

const problems: Readonly<Record<string, PostProblem>> = {
  ADDRESS_REFUSED: 'address_refused',
  ENOTFOUND: 'name_unknown',
  ENODATA: 'name_unknown',
  ESERVFAIL: 'name_unknown',
  EAI_AGAIN: 'name_unknown',
  ETIMEOUT: 'name_unknown',
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'connection_refused',
  ENETUNREACH: 'connection_refused',
  ECONNRESET: 'connection_broken',
  EPIPE: 'connection_broken',
};

function problemOf(fault: unknown): PostProblem {
  const inner = fault instanceof AggregateError ? fault.errors[0] : fault;
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : '';
  if (code.startsWith('HPE_')) return 'answer_invalid';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return 'tls_failed';
  return problems[code] ?? 'connection_broken';
}

/** Cookies are for browsers; this client keeps none. */
function shownHeaders(message: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(message.headers)
      .filter(([name]) => name !== 'set-cookie')
      .slice(0, headersShownMax)
      .map(([name, value]) => [name, String(value).slice(0, headerCharsMax)]),
  );
}

function shownBody(message: IncomingMessage, parts: readonly Buffer[]): string {
  const bytes = Buffer.concat(parts);
  if (bytes.length === 0) return '';
  const coding = message.headers['content-encoding'];
  if (coding !== undefined && coding !== 'identity') return `(${bytes.length} bytes, ${coding.slice(0, 40)})`;
  // No database takes NUL characters as text.
  return new TextDecoder().decode(bytes).replaceAll('\0', '\uFFFD');
}

type Attempt = Omit<Answered, 'durationMs'> & { readonly isStale: boolean };

function readAnswer(message: IncomingMessage, end: (attempt: Omit<Attempt, 'isStale'>) => void): () => void {
  const parts: Buffer[] = [];
  let bytes = 0;
  const answer = (cut: boolean) => {
    end({
      status: message.statusCode ?? 0,
      headers: shownHeaders(message),
      body: shownBody(message, parts),
      cut,
      problem: null,
    });
    if (cut) message.destroy();
  };
  message.on('data', (part: Buffer) => {
    const room = answerBytesMax - bytes;
    parts.push(part.length > room ? part.subarray(0, room) : part);
    bytes += part.length;
    if (bytes > answerBytesMax) answer(true);
  });
  message.on('end', () => answer(false));
  // The status has come, and with it the answer to the question whether it arrived.
  message.on('error', () => answer(true));
  return () => answer(true);
}

export function createPoster({ resolve, permits = isPublicAddress, limitMs = postLimitMs }: PostSetting): Poster {
  const agentSetting = { keepAlive: true, maxFreeSockets: freeSocketsMax, timeout: idleMs };
  const agents = { 'http:': new HttpAgent(agentSetting), 'https:': new HttpsAgent(agentSetting) } as const;
  const lookup: LookupFunction = guardedLookup(resolve, permits);

  function begin(url: URL, headers: Readonly<Record<string, string>>): ClientRequest {
    const setting = {
      method: 'POST',
      headers: { ...headers, 'accept-encoding': 'identity' },
      lookup,
    };
    return url.protocol === 'https:'
      ? httpsRequest(url, { ...setting, agent: agents['https:'] })
      : httpRequest(url, { ...setting, agent: agents['http:'] });
  }

  function once(
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: string,
    limit: AbortSignal,
  ): Promise<Attempt> {
    return new Promise((resolveOnce) => {
      const request = begin(url, headers);
      let cutOff: (() => void) | null = null;
      const end = (attempt: Omit<Attempt, 'isStale'>, isStale = false) => {
        limit.removeEventListener('abort', onLimit);
        resolveOnce({ ...attempt, isStale });
      };
      const fail = (problem: PostProblem, isStale = false) =>
        end({ status: null, headers: {}, body: '', cut: false, problem }, isStale);
      const onLimit = () => {
        if (cutOff) cutOff();
        else fail(limit.reason === stopped ? 'stopped' : 'timeout');
        request.destroy();
      };
      limit.addEventListener('abort', onLimit, { once: true });
      request.on('response', (message) => {
        cutOff = readAnswer(message, end);
      });
      request.on('error', (fault) => {
        const problem = problemOf(fault);
        if (cutOff) cutOff();
        // A kept connection may have been closed by the other side in the very moment it was taken.
        else fail(problem, request.reusedSocket && problem === 'connection_broken');
      });
      request.end(body);
      if (limit.aborted) onLimit();
    });
  }

  return {
    async post(url, headers, body, signal) {
      const startedAt = performance.now();
      const durationMs = () => Math.round(performance.now() - startedAt);
      // An address instead of a name is looked up nowhere: judged here, at each sending.
      const host = hostOf(url);
      if (isIP(host) !== 0 && !permits(host))
        return { status: null, headers: {}, body: '', cut: false, problem: 'address_refused', durationMs: 0 };
      const limit = new AbortController();
      const clock = setTimeout(() => limit.abort(), limitMs);
      const onStop = () => limit.abort(stopped);
      signal.addEventListener('abort', onStop, { once: true });
      if (signal.aborted) onStop();
      try {
        let { isStale, ...answered } = await once(url, headers, body, limit.signal);
        if (isStale)
          ({ isStale, ...answered } = await once(url, { ...headers, connection: 'close' }, body, limit.signal));
        return { ...answered, durationMs: durationMs() };
      } finally {
        clearTimeout(clock);
        signal.removeEventListener('abort', onStop);
      }
    },
    close() {
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
}

/** Reason for an early limit: the server is being stopped. */
const stopped = new Error('stopped');
