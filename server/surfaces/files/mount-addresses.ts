/** The addresses of files, which need no credential: public ones may be cached for a year, signed ones expire. */

import type { Request, Response } from 'express';
import { files } from '#shared/modules/media/files.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { refusal } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import { addressPath, hashOf, variantName, whoseAddress } from '../../modules/media/files/addresses.ts';
import { contentKey, type FileParts } from '../../modules/media/files/file-parts.ts';
import { isProven } from '../../modules/media/files/link-file.ts';
import { sendContent } from './send-content.ts';

const forGood = 'public, max-age=31536000, immutable';

const nothing = () =>
  refusal('not_found', 'No file was found at this address. Check it, or ask the person who sent it to you.');

export function mountAddresses(parts: FileParts): Mount {
  /** @returns how many seconds the address is still good for; null: it has no proof. Throws where it is wrong or expired. */
  function provenSeconds(query: URLSearchParams, tenant: string, id: string, hash: string): number | null {
    const [until, proof] = [query.get('until'), query.get('proof')];
    if (until === null || proof === null) return null;
    if (!/^\d{1,12}$/.test(until) || !isProven(parts.stamp, tenant, id, hash, until, proof)) throw nothing();
    const seconds = Number(until) - Math.floor(parts.clock() / 1_000);
    if (seconds > 0) return seconds;
    throw refusal('link_expired', 'This address has expired. Ask for a new one.');
  }

  async function serve(request: Request, response: Response): Promise<void> {
    const whose = whoseAddress(String(request.params['file']));
    const hash = String(request.params['hash']);
    const store = whose ? await parts.tenantStore(whose.tenant) : null;
    const file = whose && store ? await store.get(files, whose.id) : null;
    if (!whose || !file) throw nothing();
    const query = new URLSearchParams(queryTextOf(request));
    const seconds = provenSeconds(query, whose.tenant, file.id, hash);
    const variant = file.variants?.find((one) => hashOf(one.sha256) === hash) ?? null;
    const isOriginal = hashOf(file.sha256) === hash && !file.withheld && file.status !== 'processing';
    if ((!variant && !isOriginal) || (file.visibility !== 'public' && seconds === null)) throw nothing();
    const { sha256, size, type } = variant ?? file;
    if (seconds === null) {
      response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
      response.setHeader('Access-Control-Allow-Origin', '*');
    }
    await sendContent(request, response, {
      name: variant ? variantName(file.name, variant) : file.name,
      type,
      size,
      etag: `"${hash}"`,
      cacheControl: seconds === null ? forGood : 'no-store',
      asAttachment: query.has('download'),
      open: (range) => parts.store.open(contentKey(whose.tenant, file.id, sha256), range),
    });
  }

  return {
    name: 'file-addresses',
    mount(app) {
      app.get(addressPath, serve);
    },
  };
}
