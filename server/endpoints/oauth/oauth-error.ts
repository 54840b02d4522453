/** Errors in the shape of OAuth (RFC 6749 section 5.2), with the `errors` of our API in the same body. */
import type { Response } from 'express';

export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'temporarily_unavailable';

export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  constructor(code: OAuthErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export function answerOAuthError(response: Response, { code, message }: OAuthError): void {
  const status = code === 'invalid_client' ? 401 : code === 'temporarily_unavailable' ? 503 : 400;
  if (status === 401) response.setHeader('WWW-Authenticate', 'Basic realm="gatehouse"');
  response.status(status).json({ error: code, error_description: message, errors: [{ code, message }] });
}
