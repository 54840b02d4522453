/** The place of an export's file, and its addresses: signed, so that each reads one file until a moment that it names. */
import { secondMs } from '#shared/base/time.ts';
import { isSame } from '../../core/is-same.ts';
import { whosePart } from '../../modules/media/files/addresses.ts';
import { exportsPrefix, type FileParts } from '../../modules/media/files/file-parts.ts';

export const exportAddressPath = '/exports/:file/:name';

export const exportKey = (tenant: string, id: string): string => `${exportsPrefix(tenant)}${id}`;

type Stamp = FileParts['stamp'];

interface Addressed {
  readonly tenant: string;
  readonly id: string;
  /** File name that people see: letters, digits and dots. */
  readonly name: string;
}

const proofOf = (stamp: Stamp, tenant: string, id: string, until: string) => stamp(`export ${tenant} ${id} ${until}`);

/** @param untilMs Unix ms: the address ends then, in whole seconds */
export function exportAddress(stamp: Stamp, { tenant, id, name }: Addressed, untilMs: number): string {
  const until = String(Math.floor(untilMs / secondMs));
  return `/exports/${whosePart(tenant, id)}/${name}?until=${until}&proof=${proofOf(stamp, tenant, id, until)}`;
}

/** Does not check whether the address has ended. @param until Unix seconds, as it stands in the address */
export function isProvenExport(
  stamp: Stamp,
  { tenant, id }: Pick<Addressed, 'tenant' | 'id'>,
  until: string,
  proof: string,
): boolean {
  return isSame(proof, proofOf(stamp, tenant, id, until));
}
