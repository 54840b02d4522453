/**
 * Sends the browser back to the app with a code or an error, the app's own state and the issuer (RFC 6749 section 4.1.2, RFC
 * 9207).
 */
import type { Request, Response } from 'express';
import { answerPage } from '../../http/plain-page.ts';

/** @returns the public address of the server or its sandbox: the issuer, and the required beginning of `resource` */
export function baseOf(request: Request, publicUrl: string): string {
  return publicUrl + (request.sandbox ? '/sandbox' : '');
}

export function sendBack(
  response: Response,
  issuer: string,
  to: { readonly redirectUri: string; readonly state: string | null },
  values: Readonly<Record<string, string>>,
): void {
  const url = new URL(to.redirectUri);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  if (to.state !== null) url.searchParams.set('state', to.state);
  url.searchParams.set('iss', issuer);
  response.redirect(303, url.href);
}

/** Shows an error that cannot be sent to the app, e.g. because the app is not known. */
export function errorPage(response: Response, problem: string): void {
  answerPage(response, {
    status: 400,
    title: 'Authorization failed',
    gate: 'closed',
    problem,
    body: '<p>Go back to the app and start there again.</p>',
  });
}
