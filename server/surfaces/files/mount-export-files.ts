/** The files of exports at their signed addresses. No credential: who has the address has the file, until it runs out. */
import type { Request, Response } from 'express';
import { secondMs } from '#shared/base/time.ts';
import { exportJobs } from '#shared/modules/events/export-job.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { refusal } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import { whoseAddress } from '../../modules/media/files/addresses.ts';
import type { FileParts } from '../../modules/media/files/file-parts.ts';
import { exportAddressPath, exportKey, isProvenExport } from './export-address.ts';
import { exportTypes } from './export-formats.ts';
import { sendContent } from './send-content.ts';

const nothing = () => refusal('not_found', 'No export was found at this address. Read the export again for a new one.');

export function mountExportFiles(parts: FileParts): Mount {
  async function serve(request: Request, response: Response): Promise<void> {
    const whose = whoseAddress(String(request.params['file']));
    const query = new URLSearchParams(queryTextOf(request));
    const [until, proof] = [query.get('until') ?? '', query.get('proof') ?? ''];
    if (!whose || !/^\d{1,12}$/.test(until) || !isProvenExport(parts.stamp, whose, until, proof)) throw nothing();
    if (Number(until) * secondMs <= parts.clock())
      throw refusal('link_expired', 'This address has expired. Read the export again for a new one.');
    const store = await parts.tenantStore(whose.tenant);
    const job = store ? await store.get(exportJobs, whose.id) : null;
    if (job?.state !== 'done') throw nothing();
    const { dataset, format, id, size } = job;
    await sendContent(request, response, {
      name: `${dataset}.${format}`,
      type: exportTypes[format].split(';')[0]!,
      size: size ?? 0,
      etag: `"${id}"`,
      cacheControl: 'no-store',
      asAttachment: true,
      open: (range) => parts.store.open(exportKey(whose.tenant, id), range),
    });
  }

  return {
    name: 'export-files',
    mount(app) {
      app.get(exportAddressPath, serve);
    },
  };
}
