/**
 * Resumable uploads, in no protocol's dialect: announced, continued, finished, put together, given up. The record says what
 * is to come, the pieces in the store how far it has come; a finished upload is a file of the same id, unless it is a part
 * of a larger one. surfaces/files speaks tus.
 */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { dayMs, isoTime, secondMs } from '#shared/base/time.ts';
import {
  files as filesCollection,
  type UploadRecord,
  uploads as uploadsCollection,
  uploads as uploadTable,
} from '#shared/modules/media/files.ts';
import { actorName } from '../../../core/policy/actor.ts';
import type { TenantStore } from '../../../store/contract.ts';
import { bound, hashed } from './bounded-source.ts';
import { cleanName } from './clean-name.ts';
import { createCrowd } from './crowd.ts';
import { type FileDesk, type Sender, unfinishedPrefix, withPart } from './desk.ts';
import { needRoom, roomLeft } from './file-limits.ts';
import { type Joined, joinParts } from './join-parts.ts';
import { keepFile } from './keep-file.ts';
import { appendPieces, endOf, PieceTaken, piecesOf, readPieces } from './pieces.ts';
import { receive, TooLong } from './receive.ts';
import { Busy, createTurns } from './turns.ts';
import { busy, joined, lengthKnown, tooLarge, tooMuch, unknown, wrongOffset } from './upload-refusals.ts';
import {
  type Announced,
  type Chunk,
  finished,
  isState,
  isWhole,
  type UploadState,
  unfinished,
} from './upload-state.ts';

/** An upload nobody continues is kept so long. */
export const unfinishedMs = dayMs;
/** A connection that died may hold its turn for a while: the client that comes back waits, and is told to try again. */
const turnWaitMs = 10 * secondMs;
export interface Uploads {
  announce(sender: Sender, announced: Announced): Promise<Result<UploadState>>;
  /** Finishes what came whole and was not recorded yet: a crash lay in between. */
  state(sender: Sender, id: string): Promise<Result<UploadState>>;
  /** What came before `source` broke off is kept. @throws StoreFull, FileStoreFault, StoreFault, or what `source` throws */
  append(sender: Sender, id: string, chunk: Chunk): Promise<Result<UploadState>>;
  /** A file of several parts, one behind the other; they are gone afterwards. @throws as append */
  join(sender: Sender, joined: Joined): Promise<Result<UploadState>>;
  giveUp(sender: Sender, id: string): Promise<Result<null>>;
}

export function openUploads(desk: FileDesk): Uploads {
  const { clock, store } = desk;
  const turns = createTurns(turnWaitMs);
  const uncrowded = createCrowd();
  const prefixOf = ({ actor }: Sender, id: string) => `${unfinishedPrefix(actor.tenant)}${id}/`;

  async function storeOf({ actor }: Sender): Promise<TenantStore> {
    const found = await desk.tenantStore(actor.tenant);
    if (!found) throw new Error('a sender without a tenant');
    return found;
  }

  /** The upload, or the file it has become. */
  async function find(sender: Sender, id: string): Promise<Result<UploadRecord | UploadState>> {
    const tenantStore = await storeOf(sender);
    const upload = await tenantStore.get(uploadsCollection, id);
    if (!upload) {
      const file = await tenantStore.get(filesCollection, id);
      return file ? ok(finished(file)) : unknown(id);
    }
    if (upload.expiresAt > isoTime(clock())) return ok(upload);
    const message = `The upload expired at ${upload.expiresAt}. Start a new one.`;
    return refuse({ code: 'upload_expired', message });
  }

  /** Called in the upload's turn. Where its content is refused, the upload is gone: it could only be refused again. */
  async function finish(sender: Sender, upload: UploadRecord): Promise<Result<UploadState>> {
    const { id, name, visibility } = upload;
    const pieces = await piecesOf(store, prefixOf(sender, id));
    const tenantStore = await storeOf(sender);
    const kept = await withPart(desk, async (path) => {
      const received = await receive(readPieces(store, pieces), path, upload.size);
      return keepFile(desk, sender, { id, name, visibility, alt: null }, received, async (tx) => {
        if (await tx.get('uploads', id)) await tx.delete('uploads', id);
      });
    });
    if (kept.ok) return ok(finished(kept.value));
    await tenantStore.commit(actorName(sender.actor), async (tx) => {
      if (await tx.get('uploads', id)) await tx.delete('uploads', id);
      return ok(null);
    });
    return kept;
  }

  /** Who comes back in the second half of its time has the whole of it again. */
  async function prolonged(sender: Sender, upload: UploadRecord): Promise<UploadRecord> {
    const expiresAt = isoTime(clock() + unfinishedMs);
    if (Date.parse(upload.expiresAt) - clock() > unfinishedMs / 2) return upload;
    const done = await (await storeOf(sender)).commit(actorName(sender.actor), async (tx) =>
      ok((await tx.get(uploadTable, upload.id)) ? await tx.update(uploadTable, upload.id, { expiresAt }) : null),
    );
    return (done.ok && done.value.value) || upload;
  }

  /** The length of one that was left open, said at last; room was kept for more. */
  async function close(
    sender: Sender,
    upload: UploadRecord,
    size: number | null,
    offset: number,
  ): Promise<Result<UploadRecord>> {
    if (size === null || (!upload.isOpen && size === upload.size)) return ok(upload);
    if (!upload.isOpen) return lengthKnown(upload.size);
    if (size > upload.size) return tooLarge(upload.size);
    if (size < offset) return tooMuch(size);
    const done = await (await storeOf(sender)).commit(actorName(sender.actor), async (tx) =>
      ok(
        (await tx.get(uploadTable, upload.id))
          ? await tx.update(uploadTable, upload.id, { size, isOpen: false })
          : null,
      ),
    );
    if (!done.ok) return done;
    return done.value.value === null ? unknown(upload.id) : ok(done.value.value);
  }

  /** A chunk that brings its checksum counts whole or not at all: it is read to its end first. */
  async function checked(
    { checksum, source }: Chunk,
    bytesMax: number,
    work: (source: AsyncIterable<Uint8Array>) => Promise<number>,
  ): Promise<Result<number>> {
    if (!checksum) return ok(await work(source));
    return withPart(desk, async (path) => {
      const hash = createHash(checksum.algorithm);
      await receive(hashed(source, hash), path, bytesMax);
      if (!hash.digest().equals(checksum.digest))
        return refuse({
          code: 'checksum_mismatch',
          message: 'The bytes received do not match the checksum. Send them again.',
        });
      return ok(await work(createReadStream(path) as AsyncIterable<Buffer>));
    });
  }

  async function appendInTurn(sender: Sender, id: string, chunk: Chunk): Promise<Result<UploadState>> {
    const found = await find(sender, id);
    if (!found.ok) return found;
    if (isState(found.value)) {
      const { joinedOf, offset } = found.value;
      if (joinedOf !== null) return joined();
      if (chunk.offset !== offset) return wrongOffset(offset);
      if (chunk.size !== null && chunk.size !== offset) return lengthKnown(offset);
      return chunk.length === 0 ? ok(found.value) : tooMuch(offset);
    }
    const prefix = prefixOf(sender, id);
    const offset = endOf(await piecesOf(store, prefix));
    if (chunk.offset !== offset) return wrongOffset(offset);
    const closed = await close(sender, found.value, chunk.size, offset);
    if (!closed.ok) return closed;
    const upload = await prolonged(sender, closed.value);
    const left = upload.size - offset;
    if (chunk.length !== null && chunk.length > left) return tooMuch(upload.size);
    let more = false;
    const bounded = bound(chunk.source, left, () => {
      more = true;
    });
    const done = await checked({ ...chunk, source: bounded }, left, (source) =>
      appendPieces(store, prefix, offset, source, left),
    );
    if (!done.ok) return done;
    // A body of unknown length that goes on beyond the end: what belongs to the upload is taken, and the rest refused.
    const state = isWhole(upload, done.value) ? await finish(sender, upload) : ok(unfinished(upload, done.value));
    return more && state.ok ? tooMuch(upload.size) : state;
  }

  async function inTurn<T>(id: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await turns.take(id, work);
    } catch (fault) {
      if (fault instanceof Busy) return busy();
      if (fault instanceof PieceTaken) return busy();
      if (fault instanceof TooLong)
        return refuse({ code: 'upload_too_long', message: 'More bytes were received than announced.' });
      throw fault;
    }
  }

  return {
    async announce(sender, { isPart, size, name, visibility, metadata }) {
      const { limits, actor } = sender;
      if (size !== null && size > limits.fileBytesMax) return tooLarge(limits.fileBytesMax);
      const id = desk.newId();
      const values = {
        name: cleanName(name),
        isOpen: size === null,
        isPart,
        visibility,
        expiresAt: isoTime(clock() + unfinishedMs),
        uploadedBy: actorName(actor),
        metadata,
      };
      const done = await (await storeOf(sender)).commit(actorName(actor), async (tx) => {
        if ((await tx.count('uploads')) >= limits.unfinishedMax)
          return refuse({
            code: 'too_many_uploads',
            message: `${limits.unfinishedMax} uploads are unfinished. Finish or delete some. Unfinished uploads expire after 24 hours.`,
            detail: { unfinishedMax: limits.unfinishedMax },
          });
        const others = limits.bytesMax === null ? [] : await tx.find('uploads', { limit: limits.unfinishedMax });
        const announced = others.reduce((sum, one) => sum + Number(one['size']), 0);
        const atMost = size ?? Math.max(1, Math.min(limits.fileBytesMax, await roomLeft(tx, limits, announced)));
        const room = await needRoom(tx, limits, atMost, announced);
        return room.ok ? ok(await tx.create(uploadsCollection, { ...values, size: atMost }, id)) : room;
      });
      if (!done.ok) return done;
      const upload = done.value.value;
      if (!isWhole(upload, 0)) return ok(unfinished(upload, 0));
      return inTurn(id, () => finish(sender, upload));
    },
    async state(sender, id) {
      const found = await find(sender, id);
      if (!found.ok) return found;
      if (isState(found.value)) return ok(found.value);
      const offset = endOf(await piecesOf(store, prefixOf(sender, id)));
      if (!isWhole(found.value, offset)) return ok(unfinished(found.value, offset));
      const upload = found.value;
      return inTurn(id, async () => {
        const again = await find(sender, id);
        if (!again.ok) return again;
        return isState(again.value) ? ok(again.value) : finish(sender, upload);
      });
    },
    append: (sender, id, chunk) =>
      uncrowded(sender.actor.tenant, () => inTurn(id, () => appendInTurn(sender, id, chunk))),
    join: (sender, wanted) =>
      uncrowded(sender.actor.tenant, async () => {
        const kept = await joinParts(desk, sender, wanted, (id) => prefixOf(sender, id));
        return kept.ok ? ok(finished(kept.value)) : kept;
      }),
    giveUp: (sender, id) =>
      inTurn(id, async () => {
        const found = await find(sender, id);
        if (!found.ok) return found;
        if (isState(found.value))
          return refuse({
            code: 'upload_finished',
            message: `The upload is already finished. To delete the file: DELETE /api/v1/files/${id}.`,
          });
        const done = await (await storeOf(sender)).commit(actorName(sender.actor), async (tx) => {
          if (await tx.get('uploads', id)) await tx.delete('uploads', id);
          return ok(null);
        });
        return done.ok ? ok(null) : done;
      }),
  };
}
