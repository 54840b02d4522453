/** All that can be made of files, for the room that keeps them. Costs nothing until there is a file. */
import type { MediaProcessor } from '../files/contract.ts';
import { captionsProcessor } from './captions/captions-processor.ts';
import { createImageProcessor } from './images/image-processor.ts';
import { createRecordingProcessor } from './recordings/recording-processor.ts';

/** No type is handled by two of them. */
export function mediaProcessors(): readonly MediaProcessor[] {
  return [createImageProcessor(), createRecordingProcessor(), captionsProcessor];
}
