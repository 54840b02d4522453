/**
 * Turns a fault of the file store into a refusal: 507 where the store is full, 503 where it cannot be reached; both can be
 * tried again.
 */

import { RefusalError } from '../../http/refusal-error.ts';
import { FileStoreFault, StoreFull } from '../../modules/media/files/contract.ts';

const retryAfter = { 'Retry-After': '30' };

/** Sentences about an upload that was refused in the middle. */
const afterwards = {
  resumable: 'What was received is kept: resume the upload later.',
  whole: 'Nothing of this upload was kept: send it again later.',
} as const;

/**
 * @param upload whether the client can go on where the upload stopped
 * @returns the fault itself where it is another one
 */
export function storageRefusal(fault: unknown, upload: keyof typeof afterwards = 'whole'): unknown {
  if (fault instanceof StoreFull) {
    const message = `The server has no space left for files. ${afterwards[upload]}`;
    return new RefusalError([{ code: 'storage_full', message }], { headers: retryAfter });
  }
  if (fault instanceof FileStoreFault) {
    const message = 'Files cannot be read or written right now. Try again.';
    return new RefusalError([{ code: 'storage_unavailable', message }], { headers: retryAfter });
  }
  return fault;
}
