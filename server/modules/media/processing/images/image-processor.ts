/**
 * The processor of pictures: hands them to processes of its own and returns their answers. Two workshops, so that no upload
 * waits for another picture to be encoded.
 */
import { ok } from '#shared/base/result.ts';
import { minuteMs, secondMs } from '#shared/base/time.ts';
import type { MediaProcessor } from '../../files/contract.ts';
import { problem } from '../problem.ts';
import { WorkerEnded, Workshop } from '../workshop.ts';
import { type ImageAnswers, type ImageTask, patientArg, pictureFormats, tooMuchMemoryExit } from './image-task.ts';

export interface ImageProcessor extends MediaProcessor {
  close(): Promise<void>;
}

/** Time limits of one task, generous: they end what hangs, also on a busy machine. Usual are 5 ms and two seconds. */
const inspectMs = 10 * secondMs;
const deriveMs = 5 * minuteMs;
const idleMs = 30 * secondMs;

const entry = new URL('image-worker.ts', import.meta.url);

/** @param limits a test's own */
export function createImageProcessor(
  limits: { readonly inspectMs?: number; readonly deriveMs?: number } = {},
): ImageProcessor {
  const shops = {
    inspect: new Workshop<ImageTask>({ entry, taskMs: limits.inspectMs ?? inspectMs, idleMs }),
    derive: new Workshop<ImageTask>({ entry, args: [patientArg], taskMs: limits.deriveMs ?? deriveMs, idleMs }),
  };

  async function ask<Verb extends keyof ImageAnswers>(
    task: ImageTask & { readonly verb: Verb },
    signal: AbortSignal,
  ): Promise<ImageAnswers[Verb]> {
    try {
      return (await shops[task.verb].run(task, signal)) as ImageAnswers[Verb];
    } catch (fault) {
      if (!(fault instanceof WorkerEnded)) throw fault;
      // The picture is the cause when its process ends: a decoder bug, the time limit or the memory limit.
      const refused =
        fault.late || fault.exitCode === tooMuchMemoryExit
          ? problem(
              'media_too_costly',
              'The picture takes too much time or memory to process. Save a simpler or smaller one.',
            )
          : problem('media_broken', 'The picture cannot be read. Save it again.');
      return refused as ImageAnswers[Verb];
    }
  }

  return {
    name: 'images',
    // Also kinds of which nothing is made (HEIC, TIFF, PSD): they are kept, but an original is not for the public.
    handles: (type) => type.startsWith('image/'),
    servesOriginal: false,
    inspect: async ({ path, type, size }, signal) =>
      type in pictureFormats ? ask({ verb: 'inspect', file: { path, type, size } }, signal) : ok({}),
    derive: ({ path, type, size }, folder, signal) =>
      ask({ verb: 'derive', file: { path, type, size }, folder }, signal),
    async close() {
      await Promise.all([shops.inspect.close(), shops.derive.close()]);
    },
  };
}
