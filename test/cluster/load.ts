/**
 * Load on one tenant through several servers: people register and check in, as a well-behaved client does it: what had no
 * answer, or a 503, is sent again with its Idempotency-Key. Notes what was acknowledged, what went wrong, and how long it took.
 */
import { setTimeout as wait } from 'node:timers/promises';

/** How long a caller waits for an answer before it sends the request again. */
const answerMs = 60_000;
const againMs = 100;
/** How long what was begun is asked for again once the load ends. */
const endMs = 120_000;

export interface Tenant {
  readonly slug: string;
  readonly id: string;
  readonly apiKey: string;
  readonly eventId: string;
}

export interface LoadError {
  readonly line: string;
  /** When it was asked, by the process's own time. */
  readonly askedMs: number;
}

export interface Load {
  readonly tenant: Tenant;
  /** Acknowledged: registration → address; check-in → registration; of the ticket of which there are few. */
  readonly places: ReadonlyMap<string, string>;
  readonly checkins: ReadonlyMap<string, string>;
  readonly few: ReadonlySet<string>;
  /** Addresses sent without a key, once, of which the answer said that nothing was changed. */
  readonly denied: ReadonlySet<string>;
  /** Answers that a client had to ask again for, and refusals that it should not have had. */
  readonly errors: readonly LoadError[];
  /** Of what was answered well since `begin`, milliseconds. */
  slowestMs(): number;
  /** The longest time without an acknowledgement since `begin`. */
  pauseMs(): number;
  /** Errors of what was asked since `begin`. */
  newErrors(): readonly string[];
  begin(): void;
  /** Resolves when so many more are acknowledged. */
  more(count: number): Promise<void>;
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface LoadSetting {
  readonly tenant: Tenant;
  readonly servers: readonly string[];
  /** Clients at a time. */
  readonly clients: number;
  /** Waited between two requests of a client, milliseconds. */
  readonly restMs: number;
}

/** How long answers took and how long there were none, milliseconds; what went wrong, and when it was asked. */
class Meter {
  readonly errors: LoadError[] = [];
  #begunMs = performance.now();
  #slowest = 0;
  #longest = 0;
  #last = performance.now();

  begin(): void {
    this.#begunMs = performance.now();
    [this.#slowest, this.#longest, this.#last] = [0, 0, this.#begunMs];
  }

  answered(startedMs: number, nowMs: number): void {
    this.#slowest = Math.max(this.#slowest, nowMs - startedMs);
    this.#longest = Math.max(this.#longest, nowMs - this.#last);
    this.#last = nowMs;
  }

  slowestMs(): number {
    return this.#slowest;
  }

  pauseMs(): number {
    return Math.max(this.#longest, performance.now() - this.#last);
  }

  newErrors(): readonly string[] {
    return this.errors.filter(({ askedMs }) => askedMs >= this.#begunMs).map(({ line }) => line);
  }
}

/** @returns the answer, or a line of what went wrong */
async function askOnce(
  url: string,
  apiKey: string,
  { path, body, key }: { readonly path: string; readonly body: unknown; readonly key: string | null },
): Promise<Answer | string> {
  const headers = {
    Authorization: `Bearer ${apiKey}`,
    'Content-Type': 'application/json',
    ...(key === null ? {} : { 'Idempotency-Key': key }),
  };
  try {
    const signal = AbortSignal.timeout(answerMs);
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body), signal });
    const answer = { status: response.status, body: (await response.json()) as Answer['body'] };
    return answer.status < 500 ? answer : `${path} ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`;
  } catch (error) {
    return `${path} ${error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : error}`;
  }
}

export function startLoad({ clients, restMs, servers, tenant }: LoadSetting): Load {
  const places = new Map<string, string>();
  const checkins = new Map<string, string>();
  const few = new Set<string>();
  const denied = new Set<string>();
  const meter = new Meter();
  const { errors } = meter;
  let [turn, people] = [0, 0];
  let stopped = false;
  let endsMs = Number.POSITIVE_INFINITY;

  const once = (path: string, body: unknown, key: string | null) =>
    askOnce(servers[turn++ % servers.length] ?? '', tenant.apiKey, { path, body, key });

  /** Asks until there is an answer. */
  async function ask(path: string, body: unknown, key: string): Promise<Answer> {
    for (;;) {
      const startedMs = performance.now();
      const answer = await once(path, body, key);
      const nowMs = performance.now();
      if (typeof answer !== 'string') {
        meter.answered(startedMs, nowMs);
        return answer;
      }
      errors.push({ line: answer, askedMs: startedMs });
      if (performance.now() > endsMs) throw new Error(`${tenant.slug}: no good answer to the end: ${answer}`);
      await wait(againMs);
    }
  }

  /** As a client without keys: what was said of the outcome has to be true. */
  async function askBare(wish: unknown, email: string): Promise<void> {
    const askedMs = performance.now();
    const answer = await once('/events/registrations', wish, null);
    if (typeof answer !== 'string') {
      if (answer.status === 201) places.set(String(answer.body['id']), email);
      return;
    }
    errors.push({ line: answer, askedMs });
    if (answer.includes('nothing was changed') || answer.includes('nothing was done')) denied.add(email);
  }

  async function client(): Promise<void> {
    while (!stopped) {
      people += 1;
      const email = `${tenant.slug}-${people}@example.org`;
      const attendee = { name: `Person ${people}`, email, company: null, role: 'Guest' };
      const isFew = people % 5 === 0;
      const wish = { eventId: tenant.eventId, ticketType: isFew ? 'few' : 'many', attendee };
      if (people % 7 === 3) {
        await askBare(wish, email);
        await wait(restMs);
        continue;
      }
      const askedMs = performance.now();
      const wrong = (what: string, { body, status }: Answer) =>
        errors.push({ line: `${what} ${status} ${JSON.stringify(body).slice(0, 200)}`, askedMs });
      const made = await ask('/events/registrations', wish, email);
      const id = String(made.body['id']);
      if (made.status === 201) {
        places.set(id, email);
        if (isFew) few.add(id);
        const { qrCode } = made.body['ticket'] as { qrCode: string };
        const checked = await ask('/events/checkin', { qrCode, gateId: 'door' }, `in-${email}`);
        const checkin = checked.body['checkin'] as { id: string } | undefined;
        if (checked.status === 200 && checkin) checkins.set(checkin.id, id);
        else wrong('checkin', checked);
      } else if (!isFew || made.status !== 409) wrong('registration', made);
      await wait(restMs);
    }
  }

  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    tenant,
    places,
    checkins,
    few,
    denied,
    errors,
    slowestMs: () => meter.slowestMs(),
    pauseMs: () => meter.pauseMs(),
    newErrors: () => meter.newErrors(),
    begin: () => meter.begin(),
    async more(count) {
      const goal = checkins.size + count;
      while (checkins.size < goal) await wait(againMs / 4);
    },
    async stop() {
      stopped = true;
      endsMs = performance.now() + endMs;
      await running;
    },
  };
}
