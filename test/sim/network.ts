/**
 * The network between kiosks and the server: delays and so reorders, drops requests, drops answers ("the server did it,
 * the client never heard"), and partitions, by refusing or by silence. Carries text, as a network does.
 */
import type { ServerAnswer, ServerClient, ServerRequest } from '#kiosk/sync/server-client.ts';
import type { ConnectWakeUp } from '#kiosk/sync/wake-up.ts';
import { minuteMs, secondMs } from '#shared/base/time.ts';
import type { Random } from './random.ts';
import { type Process, type VirtualTime, world } from './virtual-time.ts';

export interface NetworkMood {
  readonly cut: 'refuses' | 'silent' | null;
  /** Mean time of one way. */
  readonly wayMs: number;
  readonly dropRequests: number;
  readonly dropAnswers: number;
  /** Share of requests that come twice, as from a proxy that tries again. */
  readonly repeats: number;
}

export interface WireAnswer {
  readonly status: number;
  readonly text: string;
}

/** The server as the network sees it. */
export interface Reachable {
  /** Null: no one listens. */
  serve(): ((request: ServerRequest) => Promise<WireAnswer>) | null;
  /** Ends every connection to a server that has crashed. @returns how to stop listening */
  onCrash(listener: () => void): () => void;
}

export interface Network {
  client(kiosk: number, process: Process, monotonicMs: () => number): ServerClient;
  wakeUps(kiosk: number, process: Process): ConnectWakeUp;
  /** Something was committed: every connected kiosk hears of it, perhaps. */
  hint(): void;
}

const timeoutMs = 8 * secondMs;
const slowTimeoutMs = minuteMs;
const refusedAfterMs = 2;
/** Many commits a moment make one hint, as in the server's change-hints.ts. */
const hintQuietMs = 40;

/** The kiosks that are connected for hints, and whether a hint is on its way. */
class Hints {
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #mood: (kiosk: number) => NetworkMood;
  readonly #listening = new Map<
    object,
    { readonly kiosk: number; readonly process: Process; readonly hear: () => void }
  >();
  #hinting = false;

  constructor(time: VirtualTime, random: Random, mood: (kiosk: number) => NetworkMood) {
    this.#time = time;
    this.#random = random;
    this.#mood = mood;
  }

  connecting(kiosk: number, process: Process): ConnectWakeUp {
    return (options) => {
      const key = {};
      let open = true;
      this.#listening.set(key, { kiosk, process, hear: () => open && options.onHint() });
      return {
        setOpen: (wanted) => {
          open = wanted;
        },
        close: () => {
          this.#listening.delete(key);
        },
      };
    };
  }

  hint(): void {
    if (this.#hinting) return;
    this.#hinting = true;
    this.#time.after(world, hintQuietMs, () => {
      this.#hinting = false;
      for (const [key, { kiosk, process, hear }] of this.#listening) {
        if (!process.alive) this.#listening.delete(key);
        const { cut, wayMs, dropAnswers } = this.#mood(kiosk);
        if (!process.alive || cut !== null || this.#random.chance(dropAnswers)) continue;
        this.#time.after(process, this.#random.delayMs(wayMs), hear);
      }
    });
  }
}

export function createNetwork(
  time: VirtualTime,
  random: Random,
  mood: (kiosk: number) => NetworkMood,
  server: Reachable,
): Network {
  const hints = new Hints(time, random, mood);

  function carry(
    kiosk: number,
    request: ServerRequest,
    answered: (answer: WireAnswer) => void,
    failed: () => void,
  ): void {
    const way = (work: () => void): void => {
      time.after(world, random.delayMs(mood(kiosk).wayMs), work);
    };
    const { cut, dropRequests } = mood(kiosk);
    if (cut === 'refuses') {
      time.after(world, refusedAfterMs, failed);
      return;
    }
    if (cut === 'silent' || random.chance(dropRequests)) return;
    way(() => {
      const serve = server.serve();
      if (serve === null || mood(kiosk).cut !== null) {
        failed();
        return;
      }
      if (random.chance(mood(kiosk).repeats)) way(() => void server.serve()?.(request));
      const endCrash = server.onCrash(() => {
        endCrash();
        way(failed);
      });
      void serve(request).then((answer) => {
        endCrash();
        const { cut: cutNow, dropAnswers } = mood(kiosk);
        if (cutNow !== null) return;
        if (!random.chance(dropAnswers)) way(() => answered(answer));
        // Torn, or never heard of again.
        else if (random.chance(0.5)) way(failed);
      });
    });
  }

  return {
    client(kiosk, process, monotonicMs) {
      return {
        baseUrl: 'http://gatehouse.invalid',
        cut: () => false,
        setCut: () => {},
        request: (request) =>
          new Promise<ServerAnswer>((resolve) => {
            const sentAtMs = monotonicMs();
            const body = request.body === undefined ? undefined : (JSON.parse(JSON.stringify(request.body)) as unknown);
            const answer = (what: ServerAnswer): void => {
              cancel();
              if (process.alive) resolve(what);
            };
            const cancel = time.after(process, request.slow ? slowTimeoutMs : timeoutMs, () =>
              answer({ kind: 'unreachable', reason: 'timeout' }),
            );
            carry(
              kiosk,
              { ...request, body },
              ({ status, text }) =>
                answer({
                  kind: 'answer',
                  status,
                  body: JSON.parse(text) as unknown,
                  sentAtMs,
                  receivedAtMs: monotonicMs(),
                }),
              () => answer({ kind: 'unreachable', reason: 'no_connection' }),
            );
          }),
      };
    },
    wakeUps: (kiosk, process) => hints.connecting(kiosk, process),
    hint: () => hints.hint(),
  };
}
