/** The other side of threads.ts: what runs in a thread calls this once. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '#shared/base/assert.ts';
import type { Answered, Numbered, Ready } from './threads.ts';

/** Half of the main thread's share where both want a core; much less would let a busy machine starve it. */
const lowPriority = 3;

class Stopped extends Error {}

/** Throws where the task must stop; cheap, because tasks call it often. */
export type Look = () => void;

/** @param answer throws for a fault; undefined: the task is not answered */
export function answerTasks<Task, Value>(answer: (task: Task, look: Look) => Value | undefined): void {
  const port = must(parentPort, 'a thread');
  const stop = new Int32Array(workerData as SharedArrayBuffer);
  // On Linux each thread has its own priority: work of the main thread comes first.
  if (process.platform === 'linux')
    try {
      setPriority(lowPriority);
    } catch {
      // A sandbox may forbid it: then they share the cores.
    }
  port.postMessage({ ready: true } satisfies Ready);
  port.on('message', ({ id, task }: Numbered<Task>) => {
    const look = () => {
      if (Atomics.load(stop, 0) === id) throw new Stopped('stopped');
    };
    const answered = answeredOf(id, () => answer(task, look));
    if (answered) port.postMessage(answered);
  });
}

function answeredOf<Value>(id: number, answer: () => Value | undefined): Answered<Value> | null {
  try {
    const value = answer();
    return value === undefined ? null : { id, value };
  } catch (fault) {
    if (fault instanceof Stopped) return { id, stopped: true };
    return { id, fault: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) };
  }
}
