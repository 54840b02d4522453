/** Sets a failed file back to `processing`: the follower sees the change and processes the file again. */

import { ok, refuse } from '#shared/base/result.ts';
import { retryFile } from '#shared/modules/media/actions.ts';
import { files } from '#shared/modules/media/files.ts';
import { action } from '../../../core/collections/action.ts';
import { withUrls } from './addresses.ts';

/** Type of the change that the follower takes for a new file. */
export const retriedType = 'media.file.retried';

export const retryAction = action(retryFile, async (tx, { file: id }, { actor }) => {
  const file = await tx.get(files, id);
  if (!file) return refuse({ code: 'not_found', message: `No file has the ID ${id}.`, path: 'file' });
  if (file.status !== 'failed')
    return refuse({
      code: 'transition_not_allowed',
      message: `The file is ${file.status}. Only a failed file can be processed again.`,
      path: 'status',
    });
  const patch = { status: 'processing' as const, problem: null, progress: null, tries: 0 };
  const record = await tx.update(files, id, { ...patch, ...withUrls(actor.tenant, { ...file, ...patch }) });
  const { withheld: _withheld, tries: _tries, joinedOf: _joinedOf, ...shown } = record;
  return ok({ data: shown, meta: {} });
});
