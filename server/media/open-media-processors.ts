/** All that can be made of files, for the room that keeps them. Costs nothing until there is a file. */
import type { MediaProcessor } from '../files/contract.ts';
import { captionsProcessor } from './captions/captions-processor.ts';
import { createImageProcessor } from './images/image-processor.ts';
import { createRecordingProcessor } from './recordings/recording-processor.ts';

export interface MediaProcessors {
  /** No type is handled by two of them. */
  readonly all: readonly MediaProcessor[];
  /** Ends what is being made, and every process. Whoever waits for it is told that the server ends. */
  close(): Promise<void>;
}

export function openMediaProcessors(): MediaProcessors {
  const images = createImageProcessor();
  const recordings = createRecordingProcessor();
  return {
    all: [images, recordings, captionsProcessor],
    async close() {
      await Promise.all([images.close(), recordings.close()]);
    },
  };
}
