/** The refusals of a resumable upload, with their messages. */
import { refuse } from '#shared/base/result.ts';

export const unknown = (id: string) =>
  refuse({ code: 'not_found', message: `No upload has the ID ${id}. Start a new one with POST /api/v1/files/tus.` });

export const busy = () =>
  refuse({
    code: 'upload_busy',
    message: 'Another request is writing to this upload. Request its offset in a moment.',
  });

export const noUploadSlot = () =>
  refuse({ code: 'overloaded', message: 'Too many uploads are being received at once. Continue in a moment.' });

export const wrongOffset = (offset: number) =>
  refuse({
    code: 'upload_offset_mismatch',
    message: `The upload is at offset ${offset}. Continue from there.`,
    detail: { offset },
  });

export const tooMuch = (size: number) =>
  refuse({
    code: 'upload_too_long',
    message: `The upload was announced with ${size} bytes. This request exceeds them.`,
  });

export const tooLarge = (bytesMax: number) =>
  refuse({ code: 'file_too_large', message: `The file must have at most ${bytesMax} bytes.`, detail: { bytesMax } });

export const lengthKnown = (size: number) =>
  refuse({ code: 'upload_length_known', message: `The upload has ${size} bytes. Its length can only be set once.` });

export const joined = () =>
  refuse({ code: 'upload_joined', message: 'The upload was joined from parts, so nothing can be added to it.' });

export const tooManyUploads = (unfinishedMax: number) =>
  refuse({
    code: 'too_many_uploads',
    message: `${unfinishedMax} uploads are unfinished. Finish or delete some. Unfinished uploads expire after 24 hours.`,
    detail: { unfinishedMax },
  });
