/**
 * Serves the built renderer as app://kiosk/ : files of one folder and the safe page, nothing else, each with the
 * page's Content-Security-Policy. Called by Electron for every request of that scheme; index.ts hands it over.
 */
import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { isAppUrl } from './app-address.ts';
import { safePage, safePagePath } from './start-guard.ts';

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json'],
  ['.webmanifest', 'application/manifest+json'],
  ['.wasm', 'application/wasm'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.mp3', 'audio/mpeg'],
  ['.ogg', 'audio/ogg'],
  ['.wav', 'audio/wav'],
]);

/**
 * @param serverUrl the configured server; its http and its WebSocket origin are the only ones that the page may reach
 */
export function contentSecurityPolicy(serverUrl: string): string {
  const server = new URL(serverUrl);
  const socket = `${server.protocol === 'https:' ? 'wss' : 'ws'}://${server.host}`;
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self' ${server.origin} ${socket}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** @returns the path inside the folder, or null for anything that is not a plain relative path */
function pathInside(url: URL): string | null {
  let path: string;
  try {
    path = decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.some((part) => part === '..' || part.startsWith('.') || /[\\:\0]/.test(part))) return null;
  return parts.length === 0 || path.endsWith('/') ? join(...parts, 'index.html') : join(...parts);
}

/**
 * @param folder the built renderer
 * @param policy sent with every file
 */
export function createAppHandler(folder: string, policy: string): (request: Request) => Promise<Response> {
  const refuse = (status: number): Response => new Response(null, { status });
  const headersOf = (file: string): Record<string, string> => ({
    'Content-Type': mediaTypes.get(extname(file).toLowerCase()) ?? 'application/octet-stream',
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-cache',
  });
  return async (request) => {
    const url = URL.parse(request.url);
    if (url === null || !isAppUrl(request.url)) return refuse(404);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
    const path = pathInside(url);
    if (path === null) return refuse(404);
    if (path === safePagePath) return new Response(safePage, { headers: headersOf(path) });
    try {
      // Resolved on both sides, so that a symbolic link does not lead out of the folder either.
      const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
      if (!file.startsWith(root + sep)) return refuse(404);
      const body = new Uint8Array(await readFile(file));
      return new Response(request.method === 'HEAD' ? null : body, {
        headers: headersOf(file),
      });
    } catch {
      return refuse(404); // missing, a folder, unreadable: for the page it is not there
    }
  };
}
