/**
 * Collects the addresses of other members: found by mDNS, typed by a person or read from a QR code, received by the
 * last sync, and remembered from lines that worked. An address is a hint and nothing else: the machine that answers
 * there has to prove its identity.
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
const othersMax = 128;

export async function openAddressBook(settings: MemberSettings): Promise<AddressBook> {
  const stored = readStored(await settings.read(setting));
  let typed: readonly string[] = stored.typed;
  const others = new Map<string, KnownAddress>(stored.remembered.map((known) => [known.address, known]));
  const members = new Map<string, string>();
  let taught: readonly KnownAddress[] = [];

  async function save(): Promise<void> {
    const remembered = [...others.values()]
      .filter(({ source }) => source === 'remembered')
      .map(({ address, member }) => ({ address, member }));
    await settings.write(setting, { typed, remembered });
  }

  return {
    all: () => [
      ...typed.map((address) => ({ address, member: members.get(address) ?? null, source: 'typed' as const })),
      ...[...others.values()].filter(({ address }) => !typed.includes(address)),
      ...taught.filter(({ address }) => !typed.includes(address) && !others.has(address)),
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
      others.delete(address);
      members.delete(address);
      await save();
    },
    taught(addresses) {
      taught = addresses.slice(0, othersMax).map((known) => ({ ...known, source: 'taught' }));
    },
    found(address, member) {
      const known = others.get(address);
      // The same member was proven there: the address stays remembered.
      if (known?.source === 'remembered' && known.member === member) return;
      setBounded(others, address, { address, member, source: 'found' }, othersMax);
    },
    answered(address, member) {
      setBounded(members, address, member, othersMax);
      const known = others.get(address);
      if (typed.includes(address) || (known?.source === 'remembered' && known.member === member)) return;
      setBounded(others, address, { address, member, source: 'remembered' }, othersMax);
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
  return { typed: typed.slice(0, typedMax), remembered: remembered.slice(0, othersMax) };
}
