/** A number for each viewer: evenly distributed, and the id cannot be computed from it. */
import { createHash } from 'node:crypto';

export const hashBits = 48;

export function hashOfViewer(event: string, viewerId: string): number {
  return createHash('sha256').update(event).update('\0').update(viewerId).digest().readUIntBE(0, 6);
}

/** Maximum number of hashes that one set keeps. */
export const keptMax = 262_144;

/** Tells whether a hash is kept at a level: each level keeps half of the hashes of the one before. */
export const isKept = (hash: number, level: number) => hash < 2 ** (hashBits - level);
