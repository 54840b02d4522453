/** Joins several complete uploads, in order, into one file. Called by uploads.ts. */

import { type Result, refuse } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { type FileRecord, uploads } from '#shared/modules/media/files.ts';
import { MissingObject } from './contract.ts';
import { type FileParts, type Sender, withPart } from './file-parts.ts';
import { keepFile } from './keep-file.ts';
import { endOf, type Piece, piecesOf, readPieces } from './pieces.ts';
import { receive } from './receive.ts';
import { removeUpload } from './upload-records.ts';

export interface Joined {
  /** Ids of the parts in order; one may occur more than once. */
  readonly parts: readonly string[];
  /** The list of parts as the client sent it. */
  readonly joinedOf: string;
  readonly name: string;
  readonly visibility: 'private' | 'public';
}

const missing = (id: string) =>
  refuse({ code: 'not_found', message: `No part has the ID ${id}. Send it again: POST /api/v1/files/tus.` });

const notWhole = (id: string) =>
  refuse({ code: 'upload_unfinished', message: `${id} is not a part, or is not complete yet. Finish it first.` });

/**
 * @param prefixOf where the pieces of an upload lie
 * @throws StoreFull, FileStoreFault, StoreFault
 */
export async function joinParts(
  files: FileParts,
  sender: Sender,
  { joinedOf, name, parts, visibility }: Joined,
  prefixOf: (id: string) => string,
): Promise<Result<FileRecord>> {
  const { limits } = sender;
  const tenantStore = await files.tenantStore(sender.actor.tenant);
  if (!tenantStore) throw new Error('a sender without a tenant');
  const pieces: Piece[] = [];
  let size = 0;
  for (const id of parts) {
    // Reads the pieces first: a record is deleted before its pieces, so pieces that are still there belong to a record.
    const here = await piecesOf(files.store, prefixOf(id));
    const part = await tenantStore.get(uploads, id);
    if (!part || part.expiresAt <= isoTime(files.clock())) return missing(id);
    if (!part.isPart || part.isOpen || endOf(here) !== part.size) return notWhole(id);
    pieces.push(...here);
    size += part.size;
    if (size > limits.fileBytesMax)
      return refuse({
        code: 'file_too_large',
        message: `The file must have at most ${limits.fileBytesMax} bytes.`,
        detail: { bytesMax: limits.fileBytesMax },
      });
  }
  try {
    return await withPart(files, async (path) => {
      const received = await receive(readPieces(files.store, pieces), path, size);
      const incoming = { id: files.newId(), name, visibility, alt: null, joinedOf };
      return keepFile(files, sender, incoming, received, async (tx) => {
        for (const id of new Set(parts)) await removeUpload(tx, id);
      });
    });
  } catch (fault) {
    // The part was given up, has expired, or was joined by another request meanwhile.
    if (fault instanceof MissingObject) return missing(parts.find((id) => fault.key.startsWith(prefixOf(id))) ?? '');
    throw fault;
  }
}
