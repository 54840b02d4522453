/**
 * The phases of the replica's connection to the server. Set by kiosk/sync, shown by the station: both see the store,
 * not each other. `since`: ISO 8601; `reason`: a code of kiosk/sync or of the server.
 */
export type SyncPhase =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'loading'; readonly loadedRows: number; readonly totalRows: number }
  | { readonly phase: 'live'; readonly since: string }
  | { readonly phase: 'offline'; readonly since: string; readonly reason: string }
  | { readonly phase: 'locked'; readonly code: 'kiosk_revoked' | 'lease_expired' };
