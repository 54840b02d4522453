/**
 * Collects the addresses of other members: found by mDNS, typed by a person or read from a QR code, received by the
 * last sync, and remembered from lines that worked. An address is a hint and nothing else: the machine that answers
 * there has to prove its identity. Anyone on the LAN can announce by mDNS, so what was found so never replaces what was
 * proven: both stay, and both are dialled.
 */
import { setBounded } from '../base/bounded-map.ts';
import { isObject } from '../base/json.ts';
import { readPeerAddress } from './peer-api.ts';
import type { MemberSettings } from './ports.ts';

export interface KnownAddress {
  readonly address: string;
  /** The member that last answered there, or that is said to be there; null: not known. */
  readonly member: string | null;
  readonly source: 'found' | 'typed' | 'taught' | 'remembered';
}

export interface AddressBook {
  all(): readonly KnownAddress[];
  typed(): readonly string[];
  /** @returns false: it is not an address, or there are too many */
  type(text: string): Promise<boolean>;
  forget(address: string): Promise<void>;
  /** Takes the addresses that the replica has now; its former ones are forgotten. */
  taught(addresses: readonly Omit<KnownAddress, 'source'>[]): void;
  /** Adds an address that mDNS has found. */
  found(address: string, member: string): void;
  /** A line to it worked: who is there is proven. */
  answered(address: string, member: string): void;
}

const setting = 'venue_addresses';
/** Maximum number of typed addresses. */
export const typedMax = 32;
/** Maximum number of addresses of each other source. */
const ofSourceMax = 128;

export async function openAddressBook(settings: MemberSettings): Promise<AddressBook> {
  const stored = readStored(await settings.read(setting));
  let typed: readonly string[] = stored.typed;
  const remembered = new Map<string, KnownAddress>(stored.remembered.map((known) => [known.address, known]));
  const found = new Map<string, KnownAddress>();
  const members = new Map<string, string>();
  let taught: readonly KnownAddress[] = [];

  async function save(): Promise<void> {
    const proven = [...remembered.values()].map(({ address, member }) => ({ address, member }));
    await settings.write(setting, { typed, remembered: proven });
  }

  /** All but the typed ones, each pair of an address and a member once, as the best source says. */
  function others(): readonly KnownAddress[] {
    const pairs = new Map<string, KnownAddress>();
    for (const known of [...remembered.values(), ...found.values(), ...taught]) {
      const pair = `${known.address} ${known.member}`;
      if (!typed.includes(known.address) && !pairs.has(pair)) pairs.set(pair, known);
    }
    return [...pairs.values()];
  }

  return {
    all: () => [
      ...typed.map((address) => ({ address, member: members.get(address) ?? null, source: 'typed' as const })),
      ...others(),
    ],
    typed: () => typed,
    async type(text) {
      const address = readPeerAddress(text);
      if (address === null || (typed.length >= typedMax && !typed.includes(address))) return false;
      typed = [...typed.filter((known) => known !== address), address];
      await save();
      return true;
    },
    async forget(address) {
      typed = typed.filter((known) => known !== address);
      remembered.delete(address);
      found.delete(address);
      members.delete(address);
      await save();
    },
    taught(addresses) {
      taught = addresses.slice(0, ofSourceMax).map((known) => ({ ...known, source: 'taught' }));
    },
    found(address, member) {
      setBounded(found, address, { address, member, source: 'found' }, ofSourceMax);
    },
    answered(address, member) {
      setBounded(members, address, member, ofSourceMax);
      // The proof settles what was announced.
      found.delete(address);
      if (typed.includes(address) || remembered.get(address)?.member === member) return;
      setBounded(remembered, address, { address, member, source: 'remembered' }, ofSourceMax);
      // A loss of it costs one search.
      void save().catch(() => undefined);
    },
  };
}

function readStored(value: unknown): {
  readonly typed: readonly string[];
  readonly remembered: readonly KnownAddress[];
} {
  if (!isObject(value)) return { typed: [], remembered: [] };
  const texts = Array.isArray(value['typed']) ? value['typed'] : [];
  const typed = texts.flatMap((text) => (typeof text === 'string' ? (readPeerAddress(text) ?? []) : []));
  const rows = Array.isArray(value['remembered']) ? value['remembered'].filter(isObject) : [];
  const remembered = rows.flatMap(({ address, member }) => {
    const read = typeof address === 'string' ? readPeerAddress(address) : null;
    return read === null || typeof member !== 'string'
      ? []
      : [{ address: read, member, source: 'remembered' as const }];
  });
  return { typed: typed.slice(0, typedMax), remembered: remembered.slice(0, ofSourceMax) };
}
