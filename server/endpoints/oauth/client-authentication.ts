/**
 * Authenticates the client of a request: by HTTP Basic, by the form, or, for a public client, by its id alone (RFC 6749
 * section 2.3).
 */
import type { Request } from 'express';
import { isSame } from '../../core/is-same.ts';
import type { OAuthClients } from '../../identity/apps/oauth-clients.ts';
import type { OAuthClientRecord } from '../../identity/apps/tables.ts';
import { credentialHash } from '../../identity/credentials/secrets.ts';
import { OAuthError } from './oauth-error.ts';

const notKnown = () => new OAuthError('invalid_client', 'The client is not registered, or its secret is wrong.');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw notKnown();
  }
}

function basic(header: string): { readonly id: string; readonly secret: string } {
  const text = /^Basic ([A-Za-z0-9+/=]{1,2000})$/i.exec(header)?.[1];
  const [id, secret, ...rest] = Buffer.from(text ?? '', 'base64')
    .toString()
    .split(':');
  if (id === undefined || secret === undefined || rest.length > 0) throw notKnown();
  return { id: decoded(id), secret: decoded(secret) };
}

/** Throws OAuthError `invalid_client`. */
export async function authenticatedClient(
  clients: OAuthClients,
  request: Request,
  fields: ReadonlyMap<string, string>,
): Promise<OAuthClientRecord> {
  const { authorization } = request.headers;
  const given =
    authorization === undefined
      ? { id: fields.get('client_id') ?? '', secret: fields.get('client_secret') ?? null }
      : basic(authorization);
  const client = await clients.find(given.id);
  if (!client) throw notKnown();
  if (client.secretHash === null) {
    if (given.secret !== null && given.secret !== '') throw notKnown();
    return client;
  }
  if (!isSame(credentialHash(given.secret ?? ''), client.secretHash)) throw notKnown();
  return client;
}
