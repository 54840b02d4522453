/** The state of a resumable upload as clients read it, and the values they send to begin one. */
import type { FileRecord, UploadRecord } from '#shared/modules/media/files.ts';

export interface Announced {
  /** Size in bytes; null: it is set later, and until then storage for as much as the plan allows is reserved. */
  readonly size: number | null;
  readonly isPart: boolean;
  readonly name: string;
  readonly visibility: 'private' | 'public';
  /** Metadata of the client, returned as it was sent. */
  readonly metadata: string | null;
}

/** The state of an upload that a client reads. */
export interface UploadState {
  readonly id: string;
  /** Null: not said yet. */
  readonly size: number | null;
  readonly offset: number;
  readonly isPart: boolean;
  /** The uploads it was put together of, as the client named them. */
  readonly joinedOf: string | null;
  readonly metadata: string | null;
  /** Null: finished. */
  readonly expiresAt: string | null;
}

/** Bytes for an upload, with what the request says of them. */
export interface Chunk {
  /** Position of the first byte in the whole upload. */
  readonly offset: number;
  /** Size of the whole upload, where it was left open; null: not said here. */
  readonly size: number | null;
  /** Length of the body, where the client says so. */
  readonly length: number | null;
  readonly source: AsyncIterable<Uint8Array>;
  readonly checksum: { readonly algorithm: string; readonly digest: Buffer } | null;
}

export const finished = ({ id, joinedOf, size }: FileRecord): UploadState => ({
  id,
  size,
  offset: size,
  isPart: false,
  joinedOf,
  metadata: null,
  expiresAt: null,
});

export const unfinished = (upload: UploadRecord, offset: number): UploadState => ({
  id: upload.id,
  size: upload.isOpen ? null : upload.size,
  offset,
  isPart: upload.isPart === true,
  joinedOf: null,
  metadata: upload.metadata,
  expiresAt: upload.expiresAt,
});

/** Whether everything has come and the upload is to become a file. */
export const isWhole = ({ isOpen, isPart, size }: UploadRecord, offset: number) =>
  !isOpen && !isPart && offset === size;

export const isState = (found: UploadRecord | UploadState): found is UploadState => 'offset' in found;
