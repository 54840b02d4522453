/** What the file store could not do, as an answer: full is 507, not to be reached is 503; both can be tried again. */
import { FileStoreFault, StoreFull } from '../../files/contract.ts';
import { RefusalError } from '../../http/refusal-error.ts';

const retryAfter = { 'Retry-After': '30' };

/** @returns the fault itself where it is another one */
export function storageRefusal(fault: unknown): unknown {
  if (fault instanceof StoreFull) {
    const message = 'There is no room left for files on this server. What was received is kept; try again later.';
    return new RefusalError([{ code: 'storage_full', message }], { headers: retryAfter });
  }
  if (fault instanceof FileStoreFault) {
    const message = 'The files cannot be read or written just now. Try again.';
    return new RefusalError([{ code: 'storage_unavailable', message }], { headers: retryAfter });
  }
  return fault;
}
