/** The names by which kiosks of one event find each other by mDNS: digests of ids, so that a stranger reads no id. */
import type { PeerOpening } from '#kiosk/bridge/peer-api.ts';
import { must } from '#shared/base/assert.ts';
import { toBase64url } from '#shared/base/bytes.ts';
import type { PeerMembers } from '#shared/peers/ports.ts';

export interface Digests {
  /** @returns null: no kiosk of this event has it, as far as known here */
  memberOf(digest: string): string | null;
  opening(): PeerOpening;
  /** The kiosks of the event have changed. */
  refresh(): Promise<void>;
}

const digestBytes = 12;

async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return toBase64url(new Uint8Array(hash).subarray(0, digestBytes));
}

/** @param self known before the roster is: a kiosk that was just paired announces itself at once */
export async function createDigests(event: string, self: string, members: PeerMembers): Promise<Digests> {
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
