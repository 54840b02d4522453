/** Makes the processors of all types of files, for the room that keeps them. They start no process before the first file. */
import type { MediaProcessor } from '../files/contract.ts';
import { captionsProcessor } from './captions/captions-processor.ts';
import { createImageProcessor } from './images/image-processor.ts';
import { createRecordingProcessor } from './recordings/recording-processor.ts';

/** No type is handled by two of them. */
export function mediaProcessors(): readonly MediaProcessor[] {
  return [createImageProcessor(), createRecordingProcessor(), captionsProcessor];
}
