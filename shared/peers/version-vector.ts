/** A version vector: for each device the counter of the latest movement of its log that is held. */
import { isObject } from '../base/json.ts';
import { isCount } from './entry.ts';

export type VersionVector = ReadonlyMap<string, number>;

/** Maximum number of devices that a vector may name; an event has fewer kiosks. */
export const vectorMax = 1_000;

/** @returns null: not a vector; devices that `isMember` does not know are left out */
export function readVector(value: unknown, isMember: (device: string) => boolean): VersionVector | null {
  if (!isObject(value)) return null;
  const pairs = Object.entries(value);
  if (pairs.length > vectorMax || !pairs.every(([, counter]) => isCount(counter))) return null;
  return new Map(pairs.filter((pair): pair is [string, number] => isMember(pair[0])));
}

export function writeVector(vector: VersionVector): Readonly<Record<string, number>> {
  return Object.fromEntries(vector);
}

/** Everything that either knows. */
export function mergeVectors(a: VersionVector, b: VersionVector): VersionVector {
  const merged = new Map(a);
  for (const [device, counter] of b) merged.set(device, Math.max(counter, merged.get(device) ?? 0));
  return merged;
}

/** Devices of which `ours` knows more than `theirs`, with the counter they know it to. */
export function lackingIn(ours: VersionVector, theirs: VersionVector): VersionVector {
  const lacking = new Map<string, number>();
  for (const [device, counter] of ours) {
    const known = theirs.get(device) ?? 0;
    if (known < counter) lacking.set(device, known);
  }
  return lacking;
}
