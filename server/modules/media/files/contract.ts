/**
 * The contract between the folders that handle files, in the order of the calls: surfaces/files receives bytes → files/ keeps
 * them (sniffs the type, asks the processor's `inspect`, puts them into the FileStore, records them in `files`) → the
 * follower of `files` calls the processor's `derive`, puts what it made into the store and writes `variants` into the record.
 * server/modules/media/processing brings the processors (`mediaProcessors` in processing/media-processors.ts, called by
 * start/open-modules.ts) and touches neither store nor record.
 */
import type { Readable } from 'node:stream';
import type { Result } from '#shared/base/result.ts';

/** First and last byte, both inclusive, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredObject {
  readonly key: string;
  readonly size: number;
  /** Unix milliseconds. */
  readonly modifiedMs: number;
}

/** Nothing lies under this key. */
export class MissingObject extends Error {
  readonly key: string;
  constructor(key: string) {
    super(`no object ${key} in the file store`);
    this.key = key;
  }
}

/** The disk is full, or the store says that it takes no more. `cause` says what happened. */
export class StoreFull extends Error {}

/** The store cannot be reached, or broke off. `cause` says what happened. No part of an object lies under the key. */
export class FileStoreFault extends Error {}

/**
 * Store of file contents: a folder, or an S3-compatible bucket. Keys are `<tenant>/<…>` of `[a-z0-9-]` parts with `/` between;
 * an object is there whole or not at all, and is never changed: `put` under a key that is there replaces it in one step.
 */
export interface FileStore {
  /**
   * @param size in bytes, exactly what `source` yields
   * @param onlyNew leaves what is there, and answers false
   * @returns whether it was written; it is durable then
   * @throws StoreFull, FileStoreFault, or what `source` throws
   */
  put(key: string, source: AsyncIterable<Uint8Array>, size: number, onlyNew?: boolean): Promise<boolean>;
  /** Stores a file of this machine's disk, replacing what is there, and removes it: it may be moved instead of copied. */
  take(key: string, path: string): Promise<void>;
  /** @throws MissingObject, FileStoreFault; the stream itself may fail with FileStoreFault */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Returns the path of the object on this machine, a file that no one may change; null: it has to be fetched first. */
  localPath(key: string): string | null;
  /** Returns the size in bytes; null: nothing there. */
  size(key: string): Promise<number | null>;
  /** Harmless where there is nothing. */
  delete(key: string): Promise<void>;
  /** Everything whose key begins with `prefix` (which ends with `/`), by key, in ascending order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Everything below `prefix`, also what was begun there and never finished. */
  deleteAll(prefix: string): Promise<void>;
  /** Removes remains of broken-off operations inside the store (parts, temporary files) that are older than this moment. */
  sweep(olderThanMs: number): Promise<void>;
  /** Releases connections. */
  close(): void;
}

/** A whole file on this machine's disk, for the time of the call: readable, never to be changed, gone afterwards. */
export interface FinishedFile {
  readonly path: string;
  /** Type by content (`image/png`), not by what the client said. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}

/** Facts about a file that its content shows. Go into the fields of the same names of the record. */
export interface MediaFacts {
  /** In pixels, as shown (after EXIF orientation). */
  readonly width?: number;
  readonly height?: number;
  readonly durationMs?: number;
}

/** A file that was made of another one. */
export interface DerivedFile {
  /** Name that is unique within the file, `[a-z0-9-]{1,40}`: `main`, `w640-webp`, `w640-avif`, `video-720`, `poster`. */
  readonly name: string;
  /** Lies in `Derivation.folder`; files/ moves it into the store. */
  readonly path: string;
  /** Type with which it will be served. */
  readonly type: string;
  readonly facts: MediaFacts;
}

export interface Derivation {
  readonly files: readonly DerivedFile[];
  /** Facts of the original, where `inspect` could not tell them yet. */
  readonly facts: MediaFacts;
}

/**
 * Processor for files of some types. `main` among its derived files takes the original's place at the file's own
 * address: the original itself is then given only to those who may read `files` (`/api/v1/files/{id}/content`).
 */
export interface MediaProcessor {
  /** `images`: also the name of its follower, `media.<name>`. Each has a follower of its own, so none waits for another. */
  readonly name: string;
  readonly handles: (type: string) => boolean;
  /** Whether originals may be served to the public where no `main` was made. */
  readonly servesOriginal: boolean;
  /**
   * While the client waits, before the file is recorded: is it what it seems, and may it be opened at all? Looks at the head
   * and at sizes, decodes no picture or sound, usually takes less than a second. keep-file.ts aborts it after 20 seconds.
   *
   * @returns a refusal with a code of `mediaProblems` (shared/modules/media/refusals.ts) where the file is not taken; it is
   *   deleted then
   * @throws on faults of ours alone (a full disk), never because of what the file holds
   */
  readonly inspect: (file: FinishedFile, signal: AbortSignal) => Promise<Result<MediaFacts>>;
  /**
   * Later, by the follower; again after a restart that came in between (three times at most, then the file is `failed`).
   *
   * @param folder empty, for what is made; removed afterwards
   * @param report how far it has come, 0 to 1, ascending, a hundred times at most; never to be waited for
   * @returns a refusal where nothing can be made of this file: its status becomes `failed`, the code its `problem`
   * @throws on faults of ours alone: it is called again later, and the files after it wait
   */
  readonly derive: (
    file: FinishedFile,
    folder: string,
    signal: AbortSignal,
    report?: (share: number) => void,
  ) => Promise<Result<Derivation>>;
  /** The server ends: what is being made breaks off (`derive` throws), and processes of its own with it. */
  readonly close?: () => Promise<void>;
}
