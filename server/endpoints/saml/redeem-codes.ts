/** `/api/v1/auth/sso`: whether a tenant has single sign-on, and the code of a login for a session. */
import type { Request, Response } from 'express';
import type { Field } from '#shared/schema/field.ts';
import { validate } from '#shared/schema/validate.ts';
import { addressOf } from '../../http/client-address.ts';
import { mayConnect } from '../../http/origins.ts';
import { refusal } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import type { SamlParts } from './saml-parts.ts';

const lookFields = [{ name: 'code', type: 'text', required: true, maxLength: 200 }] as const satisfies readonly Field[];
const redeemFields = [
  ...lookFields,
  { name: 'verifier', type: 'text', maxLength: 128 },
] as const satisfies readonly Field[];

export function redeemCodes({ access: { people, sso }, publicUrl }: SamlParts) {
  async function offer(request: Request, response: Response): Promise<void> {
    const found = await sso.offered(String(request.params['slug']).slice(0, 60), request.sandbox);
    const data = found ? { offered: true, loginUrl: sso.addressesOf(found.tenant).loginUrl } : { offered: false };
    response.json({ data, meta: {} });
  }

  async function redeem(request: Request, response: Response): Promise<void> {
    if (!mayConnect(request, publicUrl)) throw refusal('origin_refused', 'Pages of other origins cannot log in here.');
    const { code, verifier } = valueOrRefusal(validate(redeemFields, request.body ?? {}, { mode: 'create' }));
    const { found, endsAt } = valueOrRefusal(await sso.redeem(code, verifier ?? null, request.sandbox));
    response.json({ data: await people.logIn(found, { how: 'sso', from: addressOf(request), endsAt }), meta: {} });
  }

  /** Answers, before a code is redeemed, whether the provider began its login: then the page has to ask the person first. */
  async function look(request: Request, response: Response): Promise<void> {
    if (!mayConnect(request, publicUrl)) throw refusal('origin_refused', 'Pages of other origins cannot log in here.');
    const { code } = valueOrRefusal(validate(lookFields, request.body ?? {}, { mode: 'create' }));
    response.json({ data: valueOrRefusal(await sso.look(code, request.sandbox)), meta: {} });
  }

  return { offer, look, redeem };
}
