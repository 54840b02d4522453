/** Forms of the authorization pages: they carry the request, stamped, so that the server keeps nothing between two pages. */
import type { Request } from 'express';
import { refusal } from '../../http/refusal-error.ts';
import { readServerForm } from '../../http/server-form.ts';
import { unstamped } from './authorize-request.ts';
import type { OAuthParts } from './oauth-parts.ts';

/**
 * Reads a form that one of our pages has sent, with the value that the page carried in the field `field`; throws the refusal
 * where that is not ours, is too old, or is of the other of live and sandbox.
 */
export async function readCarryingForm<T extends { readonly sandbox: boolean }>(
  { access: { oauth }, clock, publicUrl }: OAuthParts,
  request: Request,
  field: string,
  purpose: string,
) {
  const fields = await readServerForm(request, publicUrl);
  const carried = fields.get(field) ?? '';
  const value = unstamped<T>(oauth, purpose, carried, clock());
  if (value?.sandbox !== request.sandbox)
    throw refusal('origin_refused', 'This form is not valid or is more than 10 minutes old. Start again in the app.');
  return { fields, carried, value };
}
