/** The port to the bytes of photos: they lie in the product's file store, apart from the files of the module `media`. */

export interface PhotoKey {
  readonly tenant: string;
  /** Id of the edit. */
  readonly id: string;
  readonly sha256: string;
}

export interface LeadPhotoPort {
  /** Durable when it resolves. What has no edit a day later is removed by the sweep of the store. */
  put(key: PhotoKey, bytes: Uint8Array): Promise<void>;
  /** Null: it is not there. */
  read(key: PhotoKey): Promise<Uint8Array | null>;
  /** Does nothing where there is none. */
  erase(key: Pick<PhotoKey, 'tenant' | 'id'>): Promise<void>;
}
