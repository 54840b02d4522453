/**
 * Calls to the device host that have no answer yet: each ends once, by its answer, its time limit, a lost host, or at
 * once when too many wait.
 */
import { encodeRequest, type HostCall, type HostMessage } from './messages.ts';

export interface CallEnd {
  readonly answer: (value: unknown) => void;
  /** @param sent false: the host certainly has not got the call */
  readonly lost: (error: string, sent: boolean) => void;
}

export interface PendingCalls {
  /** @param write puts the text on an open socket */
  send(call: HostCall, timeoutMs: number, end: CallEnd, write: (text: string) => void): void;
  receive(message: Exclude<HostMessage, { event: unknown }>): void;
  /** The host is gone: no answer comes any more. */
  loseAll(): void;
}

/** Maximum number of calls without an answer; also, counted apart, of calls that wait for the socket to open. */
export const maxPendingCalls = 200;

export type After = (delayMs: number, callback: () => void) => () => void;

export function createPendingCalls(after: After): PendingCalls {
  const pending = new Map<number, CallEnd & { readonly cancelTimer: () => void }>();
  let lastId = 0;
  return {
    send(call, timeoutMs, { answer, lost }, write) {
      if (pending.size >= maxPendingCalls) {
        lost('Too many calls are waiting for the device host.', false);
        return;
      }
      const id = ++lastId;
      const cancelTimer = after(timeoutMs, () => {
        if (pending.delete(id)) lost('The device host did not respond in time.', true);
      });
      pending.set(id, { answer, lost, cancelTimer });
      write(encodeRequest({ id, call }));
    },
    receive(message) {
      const call = pending.get(message.id);
      if (call === undefined) return;
      pending.delete(message.id);
      call.cancelTimer();
      if ('error' in message) call.lost(message.error, true);
      else call.answer(message.value);
    },
    loseAll() {
      const orphans = [...pending.values()];
      pending.clear();
      for (const call of orphans) {
        call.cancelTimer();
        call.lost('The connection to the device host was lost.', true);
      }
    },
  };
}
