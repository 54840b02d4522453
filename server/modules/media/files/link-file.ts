/** Signed addresses: each lets its holder read one content of one file, until a moment that it names. */

import { ok, refuse } from '#shared/base/result.ts';
import { isoTime, secondMs } from '#shared/base/time.ts';
import { linkFile } from '#shared/modules/media/actions.ts';
import { type FileRecord, files } from '#shared/modules/media/files.ts';
import { action, type ModuleAction } from '../../../core/collections/action.ts';
import { isSame } from '../../../core/is-same.ts';
import { addressOf, hashOf, mainHash, variantName } from './addresses.ts';
import type { FileParts } from './file-parts.ts';

type Stamp = FileParts['stamp'];

function proofOf(stamp: Stamp, tenant: string, id: string, hash: string, until: string): string {
  return stamp(`${tenant} ${id} ${hash} ${until}`);
}

/** @param until Unix seconds, as it stands in the address */
export function isProven(stamp: Stamp, tenant: string, id: string, hash: string, until: string, proof: string) {
  return isSame(proof, proofOf(stamp, tenant, id, hash, until));
}

/**
 * @param sha256 of the content: the original or a variant
 * @param untilMs Unix milliseconds; the address is valid to the full second before
 */
export function signedAddress(
  stamp: Stamp,
  tenant: string,
  { id, name }: Pick<FileRecord, 'id' | 'name'>,
  sha256: string,
  untilMs: number,
): string {
  const until = String(Math.floor(untilMs / secondMs));
  const proof = proofOf(stamp, tenant, id, hashOf(sha256), until);
  return `${addressOf(tenant, id, sha256, name)}?until=${until}&proof=${proof}`;
}

export function linkAction({ stamp }: Pick<FileParts, 'stamp'>): ModuleAction {
  return action(linkFile, async (reader, { file: id, variant, expiresInSeconds }, { actor, clock }) => {
    const file = await reader.get(files, id);
    if (!file) return refuse({ code: 'not_found', message: `No file has the ID ${id}.`, path: 'file' });
    const wanted = variant ? file.variants?.find((one) => one.name === variant) : null;
    if (wanted === undefined)
      return refuse({
        code: 'not_found',
        message: `The file has no variant ${variant}.`,
        path: 'variant',
        detail: { variants: (file.variants ?? []).map((one) => one.name) },
      });
    const sha256 = wanted?.sha256 ?? mainHash(file);
    if (sha256 === null)
      return refuse({
        code: 'file_not_ready',
        message: `The file is ${file.status}: it has no address${file.status === 'processing' ? ' yet' : ''}.`,
        detail: { status: file.status, problem: file.problem },
      });
    const untilMs = clock() + (expiresInSeconds ?? 3_600) * secondMs;
    const name = wanted ? variantName(file.name, wanted) : file.name;
    return ok({
      data: { url: signedAddress(stamp, actor.tenant, { id, name }, sha256, untilMs), expiresAt: isoTime(untilMs) },
      meta: {},
    });
  });
}
