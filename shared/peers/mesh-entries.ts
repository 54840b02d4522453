/** This device's own movements, signed when they are first needed, and the looks that an entry of another has to pass. */
import { fromBase64url, toBase64url } from '../base/bytes.ts';
import { entryClaim, type PeerEntry, type PeerScan, readEntry } from './entry.ts';
import type { PeerCrypto, PeerMembers } from './ports.ts';

/** Number of its own movements that a kiosk passes on; older ones are at the server, or reached the others long ago. */
const ownMax = 50_000;
/** Maximum length of a scan as JSON, in UTF-16 units. A longer one (answers without an end) goes to the server alone. */
const entryLettersMax = 10_000;

export interface OwnLog {
  /** Counter of the latest movement; 0: there is none. */
  top(): number;
  append(scan: PeerScan): void;
  /** @returns signed entries after this counter, oldest first, at most so many */
  after(counter: number, limit: number): Promise<readonly PeerEntry[]>;
}

export function createOwnLog(own: readonly PeerScan[], crypto: PeerCrypto): OwnLog {
  const log: { readonly scan: PeerScan; readonly previous: number; entry: Promise<PeerEntry> | null }[] = [];
  for (const scan of own) append(scan);

  function top(): number {
    return log.at(-1)?.scan.counter ?? 0;
  }

  function append(scan: PeerScan): void {
    if (scan.counter <= top() || JSON.stringify(scan).length > entryLettersMax) return;
    log.push({ scan, previous: top(), entry: null });
    if (log.length > ownMax) log.shift();
  }

  async function signed(scan: PeerScan, previous: number): Promise<PeerEntry> {
    const signature = await crypto.sign(crypto.encode(entryClaim(scan, previous)));
    return { scan, previous, signature: toBase64url(signature) };
  }

  /** First place after the counter, by halving. */
  function firstAfter(counter: number): number {
    let [low, high] = [0, log.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (log[middle]!.scan.counter > counter) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  return {
    top,
    append,
    async after(counter, limit) {
      const from = firstAfter(counter);
      const wanted = log.slice(from, from + limit);
      return Promise.all(
        wanted.map((one) => {
          one.entry ??= signed(one.scan, one.previous);
          return one.entry;
        }),
      );
    },
  };
}

export type Checked =
  | { readonly kind: 'good'; readonly entry: PeerEntry }
  /**
   * Held already, or from a kiosk that the replica does not know (yet) or that was revoked: not taken, and not the sender's
   * fault.
   */
  | { readonly kind: 'passed_over' }
  | { readonly kind: 'entry_invalid' | 'entry_forged' };

export interface EntryChecks {
  readonly event: string;
  readonly crypto: PeerCrypto;
  readonly members: PeerMembers;
}

/** @param isKnown held already: it is not looked at again */
export async function checkEntry(
  value: unknown,
  { event, crypto, members }: EntryChecks,
  isKnown: (entry: PeerEntry) => boolean,
): Promise<Checked> {
  const entry = readEntry(value);
  if (entry === null || entry.scan.event !== event) return { kind: 'entry_invalid' };
  const member = members.find(entry.scan.kiosk);
  if (member === null || member.revoked || isKnown(entry)) return { kind: 'passed_over' };
  const signature = fromBase64url(entry.signature);
  const isSigned =
    signature !== null &&
    (await crypto.verify(member.publicKey, crypto.encode(entryClaim(entry.scan, entry.previous)), signature));
  return isSigned ? { kind: 'good', entry } : { kind: 'entry_forged' };
}
