/** The way up as the box experiences it: asks with its token, renews it when it is due, and knows when it was reached last. */
import { isObject } from '#shared/base/json.ts';
import { type Clock, minuteMs, parseTime } from '#shared/base/time.ts';
import { validate } from '#shared/schema/validate.ts';
import { challenge } from '#shared/sync/down.ts';
import { refusalOf } from '#shared/sync/refusal.ts';
import { type BoxState, parseBoxCredentials } from './box-state.ts';
import type { UpstreamAnswer, UpstreamClient, UpstreamRequest } from './upstream-client.ts';

/** The request cannot go on, and the next round tries again. */
export class NoWayUp extends Error {}

/** The server upstream refused a request as a whole. */
export class RefusedUpstream extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface UpstreamLink {
  /** @returns the body of the answer. @throws NoWayUp, RefusedUpstream */
  ask(request: Omit<UpstreamRequest, 'token'>): Promise<unknown>;
  /** Renews the box's credentials. @throws NoWayUp, RefusedUpstream */
  renew(): Promise<void>;
  /** Null: never since this process began. */
  reachedAtMs(): number | null;
  /** Reason why the last request did not get through (unreached.ts). Null: it did. */
  problem(): string | null;
  /** The server's clock minus this machine's, as of the last answer with a time; null: not known. */
  clockOffsetMs(): number | null;
}

const renewBeforeMs = 5 * minuteMs;

export function createUpstreamLink(state: BoxState, client: UpstreamClient, clock: Clock): UpstreamLink {
  let reachedAtMs: number | null = null;
  let problem: string | null = null;
  let clockOffsetMs: number | null = null;

  function down(reason: string): NoWayUp {
    problem = reason;
    return new NoWayUp(reason);
  }

  async function answered(asked: Promise<UpstreamAnswer>): Promise<Extract<UpstreamAnswer, { kind: 'answer' }>> {
    const answer = await asked;
    if (answer.kind === 'unreachable') throw down(answer.reason);
    if (answer.status >= 500 || answer.status === 429) throw down(`http_${answer.status}`);
    reachedAtMs = clock();
    problem = null;
    return answer;
  }

  async function refused(status: number, body: unknown): Promise<Error> {
    const { code, message } = refusalOf(status, body);
    if (code !== 'kiosk_revoked' && code !== 'lease_expired') return new RefusedUpstream(status, code, message);
    await state.ended(code);
    return down(code);
  }

  async function renew(): Promise<void> {
    const { kioskId } = state.credentials();
    const asked = await answered(client({ method: 'POST', path: '/api/v1/kiosks/challenge', body: { kioskId } }));
    const nonce = validate(challenge, asked.body, { mode: 'create', unknown: 'drop' });
    if (!nonce.ok) throw await refused(asked.status, asked.body);
    const signature = state.sign(`gatehouse-kiosk-v1\n${kioskId}\n${nonce.value.nonce}`);
    const body = { kioskId, nonce: nonce.value.nonce, signature };
    const given = await answered(client({ method: 'POST', path: '/api/v1/kiosks/token', body }));
    const credentials = given.status < 300 ? parseBoxCredentials(given.body) : null;
    if (credentials === null) throw await refused(given.status, given.body);
    await state.renewed(credentials);
  }

  async function ask(request: Omit<UpstreamRequest, 'token'>, again: boolean): Promise<unknown> {
    const { expiresAt, token } = state.credentials();
    const expiresMs = parseTime(expiresAt) ?? 0;
    if (!again && clock() > expiresMs - renewBeforeMs) {
      await renew();
      return ask(request, true);
    }
    const { body, status } = await answered(client({ ...request, token }));
    if (status < 300) {
      const time = isObject(body) && isObject(body['time']) ? body['time']['now'] : null;
      if (typeof time === 'number') clockOffsetMs = time - clock();
      return body;
    }
    const why = await refused(status, body);
    if (status !== 401 || again || why instanceof NoWayUp) throw why;
    await renew();
    return ask(request, true);
  }

  return {
    ask: (request) => ask(request, false),
    renew,
    reachedAtMs: () => reachedAtMs,
    problem: () => problem,
    clockOffsetMs: () => clockOffsetMs,
  };
}
