/** Doctor: whether requests come through a proxy that TRUSTED_PROXIES does not name. */
import { isWithin, parseAddress } from '#shared/base/network-address.ts';
import { seenProxy } from '../core/tenants/seen-proxies.ts';
import type { Assembly } from '../start/assemble.ts';

/** Throws where there is one: all its clients then share one limit, and the audit log names none of them. */
export async function checkProxies({ config, directory }: Pick<Assembly, 'config' | 'directory'>): Promise<string> {
  const { trustedProxies } = config;
  const seen = await seenProxy(directory.control);
  const address = seen && parseAddress(seen.address);
  if (seen && address && !trustedProxies.some((network) => isWithin(address, network)))
    throw new Error(
      `requests come through a proxy at ${seen.address} (last seen ${seen.at}): add it to TRUSTED_PROXIES, or all its clients share one limit`,
    );
  return trustedProxies.length === 0 ? 'none set, none seen' : `${trustedProxies.length} set, no other seen`;
}
