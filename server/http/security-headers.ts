/** The security headers of every answer. A route that needs other values sets them itself and overrides these. */
import type { RequestHandler } from 'express';

/** A year: what browsers' preload lists ask for. Subdomains are not ours to decide about. */
const hsts = 'max-age=31536000';

/** Abilities of browsers that no page of ours uses, and no page inside one may ask for. */
const abilities = [
  ...['accelerometer', 'autoplay', 'browsing-topics', 'camera', 'display-capture', 'encrypted-media'],
  ...['fullscreen', 'geolocation', 'gyroscope', 'hid', 'identity-credentials-get', 'idle-detection', 'local-fonts'],
  ...['magnetometer', 'microphone', 'midi', 'otp-credentials', 'payment', 'picture-in-picture'],
  ...['publickey-credentials-create', 'publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb'],
  ...['window-management', 'xr-spatial-tracking'],
] as const;
export type Ability = (typeof abilities)[number];

/** @param own what this page itself uses */
export function permissionsPolicy(own: readonly Ability[] = []): string {
  return abilities.map((name) => `${name}=(${own.includes(name) ? 'self' : ''})`).join(', ');
}

const noAbilities = permissionsPolicy();

/**
 * @param publicUrl where it says https, browsers come by https alone from then on; another port of the same host, too,
 *   for the header knows no ports
 */
export function securityHeaders(publicUrl: string | undefined): RequestHandler {
  const isHttps = publicUrl?.startsWith('https:') ?? false;
  return (_request, response, next) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Permissions-Policy', noAbilities);
    if (isHttps) response.setHeader('Strict-Transport-Security', hsts);
    // Answers are of one credential, and most hold personal data: nothing keeps them, no browser on its disk either.
    // Routes that serve the same to every client set the header themselves.
    response.setHeader('Cache-Control', 'no-store');
    // An answer of the API is never a document: in a browser it may load and run nothing.
    response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    next();
  };
}
