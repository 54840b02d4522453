/** The records of unfinished uploads in their tenant's database: found, announced, prolonged, closed and removed. */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { dayMs, isoTime } from '#shared/base/time.ts';
import { files, type UploadRecord, uploads } from '#shared/modules/media/files.ts';
import { actorName } from '../../../core/policy/actor.ts';
import type { TenantStore, Transaction } from '../../../store/contract.ts';
import { cleanName } from './clean-name.ts';
import { type FileLimits, needRoom, roomLeft } from './file-limits.ts';
import type { FileParts, Sender } from './file-parts.ts';
import { lengthKnown, tooLarge, tooManyUploads, tooMuch, unknown } from './upload-refusals.ts';
import { type Announced, finished, type UploadState } from './upload-state.ts';

/** Time for which an upload that is not continued is kept. */
export const unfinishedMs = dayMs;

export async function removeUpload(tx: Transaction, id: string): Promise<void> {
  if (await tx.get('uploads', id)) await tx.delete('uploads', id);
}

/** Returns the bytes with which unfinished uploads of the tenant were announced; 0 where its plan has no limit. */
async function announcedBytes(tx: Transaction, { bytesMax, unfinishedMax }: FileLimits): Promise<number> {
  const others = bytesMax === null ? [] : await tx.find(uploads, { limit: unfinishedMax });
  return others.reduce((sum, one) => sum + one.size, 0);
}

export class UploadRecords {
  readonly #parts: FileParts;

  constructor(parts: FileParts) {
    this.#parts = parts;
  }

  async #storeOf({ actor }: Sender): Promise<TenantStore> {
    const found = await this.#parts.tenantStore(actor.tenant);
    if (!found) throw new Error('a sender without a tenant');
    return found;
  }

  #newEnd(): string {
    return isoTime(this.#parts.clock() + unfinishedMs);
  }

  /** The upload, or the file it has become. */
  async find(sender: Sender, id: string): Promise<Result<UploadRecord | UploadState>> {
    const store = await this.#storeOf(sender);
    const upload = await store.get(uploads, id);
    if (!upload) {
      const file = await store.get(files, id);
      return file ? ok(finished(file)) : unknown(id);
    }
    if (upload.expiresAt > isoTime(this.#parts.clock())) return ok(upload);
    const message = `The upload expired at ${upload.expiresAt}. Start a new one.`;
    return refuse({ code: 'upload_expired', message });
  }

  /** Makes the record. It reserves storage for the announced length or, where that is open, for as much as the plan allows. */
  async announce(
    sender: Sender,
    { isPart, metadata, name, size, visibility }: Announced,
  ): Promise<Result<UploadRecord>> {
    const { actor, limits } = sender;
    if (size !== null && size > limits.fileBytesMax) return tooLarge(limits.fileBytesMax);
    const values = {
      ...{ isPart, visibility, metadata, name: cleanName(name), isOpen: size === null },
      ...{ expiresAt: this.#newEnd(), uploadedBy: actorName(actor) },
    };
    const store = await this.#storeOf(sender);
    const done = await store.commit(actorName(actor), async (tx) => {
      if ((await tx.count('uploads')) >= limits.unfinishedMax) return tooManyUploads(limits.unfinishedMax);
      const announced = await announcedBytes(tx, limits);
      const atMost = size ?? Math.max(1, Math.min(limits.fileBytesMax, await roomLeft(tx, limits, announced)));
      const room = await needRoom(tx, limits, atMost, announced);
      return room.ok ? ok(await tx.create(uploads, { ...values, size: atMost }, this.#parts.newId())) : room;
    });
    return done.ok ? ok(done.value.value) : done;
  }

  /** An upload that is continued in the second half of its time gets the whole time again. */
  async prolong(sender: Sender, upload: UploadRecord): Promise<UploadRecord> {
    if (Date.parse(upload.expiresAt) - this.#parts.clock() > unfinishedMs / 2) return upload;
    const prolonged = await this.#change(sender, upload.id, { expiresAt: this.#newEnd() });
    return (prolonged.ok && prolonged.value) || upload;
  }

  /** Sets the length of an upload that was announced without one. @param offset bytes there are */
  async close(
    sender: Sender,
    upload: UploadRecord,
    size: number | null,
    offset: number,
  ): Promise<Result<UploadRecord>> {
    if (size === null || (!upload.isOpen && size === upload.size)) return ok(upload);
    if (!upload.isOpen) return lengthKnown(upload.size);
    if (size > upload.size) return tooLarge(upload.size);
    if (size < offset) return tooMuch(size);
    const closed = await this.#change(sender, upload.id, { size, isOpen: false });
    if (!closed.ok) return closed;
    return closed.value === null ? unknown(upload.id) : ok(closed.value);
  }

  async remove(sender: Sender, id: string): Promise<Result<null>> {
    const store = await this.#storeOf(sender);
    const done = await store.commit(actorName(sender.actor), async (tx) => {
      await removeUpload(tx, id);
      return ok(null);
    });
    return done.ok ? ok(null) : done;
  }

  /** @returns null where the upload is not there any more */
  async #change(sender: Sender, id: string, values: Partial<UploadRecord>): Promise<Result<UploadRecord | null>> {
    const store = await this.#storeOf(sender);
    const done = await store.commit(actorName(sender.actor), async (tx) =>
      ok((await tx.get(uploads, id)) ? await tx.update(uploads, id, values) : null),
    );
    return done.ok ? ok(done.value.value) : done;
  }
}
