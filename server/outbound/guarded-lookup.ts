/**
 * The name lookup of a connection to an address that another party named. The connection is made to exactly what this
 * answers, so that a name is resolved once: what was checked is what is reached, even if the name resolves to another
 * address a moment later.
 */
import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { secondMs } from '#shared/base/time.ts';
import type { Permits } from '../core/policy/addresses/address-rules.ts';

export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';
}

const answerMs = 4 * secondMs;

/**
 * Asks the name servers directly: the system's own lookup holds one of four threads for as long as a dead server does not
 * answer, and files and hashes would wait for it.
 */
export function resolveByServers(): Resolve {
  const resolver = new Resolver({ timeout: answerMs, tries: 2 });
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = answers.flatMap((answer, i) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: i === 0 ? 4 : 6 })) : [],
    );
    const [failed] = answers.filter((answer) => answer.status === 'rejected');
    if (found.length === 0 && failed) throw failed.reason;
    return found;
  };
}

/** Resolves by the system, with the machine's own host names, for closed networks. */
export const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true });

/** Refuses a name that leads to any address that is not permitted, also where others beside it are. */
export function guardedLookup(resolve: Resolve, permits: Permits): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (all) => {
        const wanted = all.filter(({ family }) => !options.family || options.family === family);
        const fail = (fault: Error) => callback(fault, options.all ? [] : '', 0);
        if (wanted.length === 0) return fail(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }));
        if (!all.every(({ address }) => permits(address)))
          return fail(new AddressRefused('the name leads to a private address'));
        if (options.all) return callback(null, [...wanted]);
        return callback(null, wanted[0]!.address, wanted[0]!.family);
      },
      (fault: unknown) => callback(fault instanceof Error ? fault : new Error(String(fault)), options.all ? [] : '', 0),
    );
  };
}
