/** `/api/v1/allowed-origins`: the web pages that may call with a token of this tenant; its sandbox has a list of its own. */
import type { Request, Response } from 'express';
import { validate } from '#shared/schema/validate.ts';
import type { Directory } from '../../core/tenants/directory.ts';
import { administratorOf } from '../../http/administrator-of.ts';
import { isOrigin, originFields } from '../../http/origins.ts';
import { refusal } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import type { Audits } from '../../identity/audits.ts';

const path = '/api/v1/allowed-origins';

export interface OriginParts {
  readonly directory: Pick<Directory, 'setAllowedOrigins'>;
  readonly audits: Audits;
}

export function mountOrigins({ directory, audits }: OriginParts): Mount {
  function show(request: Request, response: Response): void {
    const { tenant } = administratorOf(request);
    response.json({ data: { origins: tenant.allowedOrigins ?? [] }, meta: {} });
  }

  async function set(request: Request, response: Response): Promise<void> {
    const { actor, tenant } = administratorOf(request);
    const { origins } = valueOrRefusal(validate(originFields, request.body ?? {}, { mode: 'create' }));
    const wrong = origins.findIndex((one) => !isOrigin(one));
    if (wrong >= 0)
      throw refusal('invalid_format', `origins[${wrong}] must be an origin such as https://app.example.org.`, {
        path: `origins[${wrong}]`,
      });
    const kept = [...new Set(origins)];
    valueOrRefusal(await directory.setAllowedOrigins(tenant, kept));
    await audits.record(actor, { action: 'origins.set', subject: tenant.slug, detail: { origins: kept } });
    response.json({ data: { origins: kept }, meta: {} });
  }

  return {
    name: 'origins',
    mount(app, steps) {
      app.get(path, steps.identified, show);
      app.patch(path, steps.identified, steps.json, set);
    },
  };
}
