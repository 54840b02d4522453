/**
 * The process that opens pictures of strangers. `image-processor.ts` begins it with the first picture and ends it when none
 * came for a while. It holds no secret, writes into the folder it is given, and ends itself above its ceiling of memory.
 */
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { unreachable } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { derivePictures } from './derive-pictures.ts';
import { type ImageTask, patientArg, tooMuchMemoryExit } from './image-task.ts';
import { openPicture } from './open-picture.ts';

/** A picture within the limits needs a third of it. */
const rssBytesMax = 700 * 1024 * 1024;
const lookEveryMs = 20;
/** Priority below the server and its database: pictures can wait, gates cannot. */
const niceness = 10;

async function answer(task: ImageTask): Promise<unknown> {
  switch (task.verb) {
    case 'inspect': {
      const opened = await openPicture(task.file);
      return opened.ok ? ok({ width: opened.value.width, height: opened.value.height }) : opened;
    }
    case 'derive':
      return derivePictures(task.file, task.folder);
    default:
      return unreachable(task);
  }
}

try {
  if (process.argv[2] === patientArg) setPriority(niceness);
  // Where memory runs out, Linux ends this process before the server.
  if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // The system does not allow it: it works without.
}
process.on('disconnect', () => process.exit(0));
process.on('message', (task: ImageTask) => {
  const watching = setInterval(() => {
    if (process.memoryUsage.rss() > rssBytesMax) process.exit(tooMuchMemoryExit);
  }, lookEveryMs);
  answer(task)
    .then(
      (value) => process.send?.({ value }),
      (fault: unknown) => process.send?.({ fault: fault instanceof Error ? fault.message : String(fault) }),
    )
    .finally(() => clearInterval(watching));
});
process.send?.({ ready: true });
