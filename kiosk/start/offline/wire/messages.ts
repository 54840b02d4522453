/** Messages between a kiosk page, its service worker and the build. Types only: the worker is one plain script. */

export interface VersionFile {
  /** Path below the worker's scope, e.g. `assets/index-Cp1NFFKm.js`. */
  readonly path: string;
  /** Subresource integrity, e.g. `sha256-…`. */
  readonly integrity: string;
}

/** All files of one build. The id follows from them and from the worker's own text. */
export interface KioskVersion {
  readonly id: string;
  readonly files: readonly VersionFile[];
}

/** Messages from a page to a worker. */
export type PageMessage =
  /** Whether this script belongs to the worker's version; answered on the port with `OwnerAnswer`. */
  | { readonly kind: 'owner'; readonly script: string }
  /** Sent to a worker that waits: the sender is idle. The worker takes over when all kiosk windows are. */
  | { readonly kind: 'switch' }
  /** Sent to the worker in use: the sender has no worker, and its late files would come from the network alone. */
  | { readonly kind: 'claim' };

export interface OwnerAnswer {
  readonly version: string;
  readonly own: boolean;
}

/** Question of a waiting worker to every kiosk window; answered on the port with a boolean. */
export interface IdleQuestion {
  readonly kind: 'idle';
}
