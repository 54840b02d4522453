/** The scans that a device of each role records: its screens offer no others, and the server accepts no others. */

/** Values of `scans.source` for codes that were scanned or typed; the others are the word of staff. */
const scanned = ['wedge', 'camera', 'serial', 'typed'] as const;

export interface DeviceScans {
  readonly sources: readonly string[];
  /** Takes scans back. */
  readonly undoes: boolean;
  /** Admits against the rules, by a supervisor's approval. */
  readonly overrides: boolean;
}

export const deviceScans: Readonly<Record<'gate' | 'self-service' | 'exhibitor' | 'box', DeviceScans>> = {
  gate: { sources: [...scanned, 'search', 'group', 'walk_in', 'api'], undoes: true, overrides: true },
  'self-service': { sources: scanned, undoes: false, overrides: false },
  exhibitor: { sources: [], undoes: false, overrides: false },
  // It passes on what its kiosks scanned and signed.
  box: { sources: [], undoes: false, overrides: false },
};
