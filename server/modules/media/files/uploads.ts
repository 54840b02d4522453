/**
 * Resumable uploads, in no protocol's dialect: announced, continued, finished, joined, given up. The record has the size that
 * is to come, the pieces in the store are what has come; a finished upload is a file of the same id, unless it is a part of a
 * larger one. surfaces/files translates tus to this.
 */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { secondMs } from '#shared/base/time.ts';
import type { UploadRecord } from '#shared/modules/media/files.ts';
import { appendChunk, appendToFinished } from './append-chunk.ts';
import { type FileParts, type Sender, unfinishedPrefix, withPart } from './file-parts.ts';
import { type Joined, joinParts } from './join-parts.ts';
import { keepFile } from './keep-file.ts';
import { endOf, PieceTaken, piecesOf, readPieces } from './pieces.ts';
import { receive, TooLong } from './receive.ts';
import { Busy, createTurns } from './turns.ts';
import { removeUpload, UploadRecords } from './upload-records.ts';
import { busy, tooMuch } from './upload-refusals.ts';
import { createUploadSlots } from './upload-slots.ts';
import {
  type Announced,
  type Chunk,
  finished,
  isState,
  isWhole,
  type UploadState,
  unfinished,
} from './upload-state.ts';

/** A connection that died may hold its turn for a while: a client that continues waits so long, then it is refused. */
const turnWaitMs = 10 * secondMs;

export interface Uploads {
  announce(sender: Sender, announced: Announced): Promise<Result<UploadState>>;
  /** Finishes what came whole and was not recorded yet: a crash lay in between. */
  state(sender: Sender, id: string): Promise<Result<UploadState>>;
  /** Keeps what came before `source` broke off. @throws StoreFull, FileStoreFault, StoreFault, or what `source` throws */
  append(sender: Sender, id: string, chunk: Chunk): Promise<Result<UploadState>>;
  /** A file of several parts, one after the other; they are gone afterwards. @throws as append */
  join(sender: Sender, joined: Joined): Promise<Result<UploadState>>;
  giveUp(sender: Sender, id: string): Promise<Result<null>>;
}

export function openUploads(parts: FileParts): Uploads {
  const { store } = parts;
  const records = new UploadRecords(parts);
  const turns = createTurns(turnWaitMs);
  const inSlot = createUploadSlots();
  const prefixOf = ({ actor }: Sender, id: string) => `${unfinishedPrefix(actor.tenant)}${id}/`;

  async function inTurn<T>(id: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await turns.take(id, work);
    } catch (fault) {
      if (fault instanceof Busy || fault instanceof PieceTaken) return busy();
      if (fault instanceof TooLong)
        return refuse({ code: 'upload_too_long', message: 'More bytes were received than announced.' });
      throw fault;
    }
  }

  /** Keeps the file, in the upload's turn. If its content is refused, the upload is removed: it could only be refused again. */
  async function finish(sender: Sender, { id, name, size, visibility }: UploadRecord): Promise<Result<UploadState>> {
    const pieces = await piecesOf(store, prefixOf(sender, id));
    const kept = await withPart(parts, async (path) => {
      const received = await receive(readPieces(store, pieces), path, size);
      const incoming = { id, name, visibility, alt: null };
      return keepFile(parts, sender, incoming, received, (tx) => removeUpload(tx, id));
    });
    if (kept.ok) return ok(finished(kept.value));
    await records.remove(sender, id);
    return kept;
  }

  async function appendInTurn(sender: Sender, id: string, chunk: Chunk): Promise<Result<UploadState>> {
    const found = await records.find(sender, id);
    if (!found.ok) return found;
    if (isState(found.value)) return appendToFinished(found.value, chunk);
    const appended = await appendChunk(parts, records, sender, found.value, prefixOf(sender, id), chunk);
    if (!appended.ok) return appended;
    const { isTooMuch, offset, upload } = appended.value;
    const state = isWhole(upload, offset) ? await finish(sender, upload) : ok(unfinished(upload, offset));
    return isTooMuch && state.ok ? tooMuch(upload.size) : state;
  }

  return {
    async announce(sender, announced) {
      const made = await records.announce(sender, announced);
      if (!made.ok) return made;
      const upload = made.value;
      if (!isWhole(upload, 0)) return ok(unfinished(upload, 0));
      return inTurn(upload.id, () => finish(sender, upload));
    },
    async state(sender, id) {
      const found = await records.find(sender, id);
      if (!found.ok) return found;
      if (isState(found.value)) return ok(found.value);
      const offset = endOf(await piecesOf(store, prefixOf(sender, id)));
      if (!isWhole(found.value, offset)) return ok(unfinished(found.value, offset));
      const upload = found.value;
      return inTurn(id, async () => {
        const again = await records.find(sender, id);
        if (!again.ok) return again;
        return isState(again.value) ? ok(again.value) : finish(sender, upload);
      });
    },
    append: (sender, id, chunk) => inSlot(sender.actor.tenant, () => inTurn(id, () => appendInTurn(sender, id, chunk))),
    join: (sender, wanted) =>
      inSlot(sender.actor.tenant, async () => {
        const kept = await joinParts(parts, sender, wanted, (id) => prefixOf(sender, id));
        return kept.ok ? ok(finished(kept.value)) : kept;
      }),
    giveUp: (sender, id) =>
      inTurn(id, async () => {
        const found = await records.find(sender, id);
        if (!found.ok) return found;
        if (isState(found.value))
          return refuse({
            code: 'upload_finished',
            message: `The upload is already finished. To delete the file: DELETE /api/v1/files/${id}.`,
          });
        return records.remove(sender, id);
      }),
  };
}
