/** The names by which kiosks of one event find each other by mDNS: digests of ids, so that a stranger reads no id. */
import { must } from '../base/assert.ts';
import { toBase64url } from '../base/bytes.ts';
import type { PeerOpening } from './peer-api.ts';
import type { PeerMembers } from './ports.ts';

export interface Digests {
  /** @returns null: no kiosk of this event has it, as far as known here */
  memberOf(digest: string): string | null;
  opening(): PeerOpening;
  /** The kiosks of the event have changed. */
  refresh(): Promise<void>;
}

export interface DigestParts {
  readonly event: string;
  readonly self: string;
  readonly members: PeerMembers;
  /** Returns the digest of the text in UTF-8. */
  readonly sha256: (text: string) => Promise<Uint8Array>;
}

const digestBytes = 12;

/** @param self known before the roster is: a kiosk that was just paired announces itself at once */
export async function createDigests({ event, self, members, sha256 }: DigestParts): Promise<Digests> {
  const digest = async (text: string) => toBase64url((await sha256(text)).subarray(0, digestBytes));
  const ofEvent = await digest(`gatehouse-mdns-event\n${event}`);
  const byMember = new Map<string, string>();
  const byDigest = new Map<string, string>();

  async function refresh(): Promise<void> {
    for (const id of [self, ...members.all().map((member) => member.id)]) {
      if (byMember.has(id)) continue;
      const made = await digest(`gatehouse-mdns-member\n${event}\n${id}`);
      byMember.set(id, made);
      byDigest.set(made, id);
    }
  }
  await refresh();
  return {
    memberOf: (text) => byDigest.get(text) ?? null,
    opening: () => ({ event: ofEvent, member: must(byMember.get(self), 'the own digest is made first') }),
    refresh,
  };
}
