/**
 * The page's end of the camera's worker: a frame in, its texts out. Replaces a worker that broke or hangs.
 * Knows neither camera nor ticket. Used by `camera.ts`, which keeps one frame in flight.
 */
import type { FrameAnswer, FrameMessage } from './camera-messages.ts';
import type { DecoderName } from './decoder.ts';

/** The first answer waits for the decoder to load from a slow disk; a worker silent for longer hangs. */
const ANSWER_LIMIT_MS = 20_000;

export interface FrameReading {
  readonly texts: readonly string[];
  readonly decoder: DecoderName;
}

export interface FrameReader {
  /**
   * @param frame handed over; closed by the worker
   * @throws when the worker broke, did not answer in time or was closed; the next call starts a new one
   */
  read(frame: ImageBitmap): Promise<FrameReading>;
  /** Stops the worker; a later `read` starts a new one. */
  close(): void;
}

interface Waiting {
  readonly resolve: (reading: FrameReading) => void;
  readonly reject: (fault: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

export function createFrameReader(): FrameReader {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;

  function startWorker(): Worker {
    const started = new Worker(new URL('./camera-worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<FrameAnswer>) => {
      if ('fault' in data) return giveUp(data.fault);
      const one = waiting.get(data.id);
      if (one === undefined) return;
      waiting.delete(data.id);
      clearTimeout(one.timer);
      one.resolve({ texts: data.texts, decoder: data.decoder });
    });
    started.addEventListener('error', (event) => giveUp(event.message || 'its script could not be loaded'));
    return started;
  }

  function giveUp(why: string): void {
    worker?.terminate();
    worker = null;
    for (const one of waiting.values()) {
      clearTimeout(one.timer);
      one.reject(new Error(`the camera's worker was stopped: ${why}`));
    }
    waiting.clear();
  }

  return {
    read(frame) {
      worker ??= startWorker();
      const running = worker;
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => giveUp('it does not respond'), ANSWER_LIMIT_MS);
        waiting.set(id, { resolve, reject, timer });
        running.postMessage({ id, frame } satisfies FrameMessage, [frame]);
      });
    },
    close: () => giveUp('closed'),
  };
}
