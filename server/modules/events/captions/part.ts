/** Captions of streams: typed, posted by a speech service, or uploaded; read as WebVTT, live and afterwards. */
import { captions } from '#shared/modules/events/captions.ts';
import type { Part } from '../part.ts';
import { addCaptionAction } from './add-caption.ts';
import { readCaptionsAction } from './read-captions.ts';
import { takeCaptionFile, uploadCaptions, uploadFields } from './upload-file.ts';

const mib = 1024 * 1024;

export const captionsPart: Part = {
  name: 'captions',
  needs: ['event', 'streaming'],
  make: () => ({
    collections: [captions],
    actions: [addCaptionAction, readCaptionsAction],
    intakes: [
      {
        action: uploadCaptions,
        path: '/events/:eventId/streaming/captions/upload',
        fields: uploadFields,
        bytesMax: 8 * mib,
        take: takeCaptionFile,
      },
    ],
  }),
};
