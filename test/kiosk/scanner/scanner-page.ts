/**
 * Builds `page/` with Vite as the kiosk is built, serves it under the kiosk's content policy.
 * Used by the scanner's browser tests only.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { build } from 'vite';

const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; object-src 'none'";
const POLICY_WITHOUT_WASM = POLICY.replace(" 'wasm-unsafe-eval'", '');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

export interface ScannerPage {
  readonly folder: string;
  /** Under the kiosk's policy, and under one that refuses WebAssembly. */
  readonly url: string;
  readonly urlWithoutWasm: string;
  close(): Promise<void>;
}

export async function buildScannerPage(): Promise<ScannerPage> {
  const folder = await mkdtemp(join(tmpdir(), 'scanner-page-'));
  const site = join(folder, 'site');
  await build({
    root: join(import.meta.dirname, 'page'),
    configFile: false,
    logLevel: 'error',
    build: { outDir: site, emptyOutDir: true, target: 'es2024' },
    worker: { format: 'es' },
  });
  const [kiosk, strict] = await Promise.all([serve(site, POLICY), serve(site, POLICY_WITHOUT_WASM)]);
  return {
    folder,
    url: addressOf(kiosk),
    urlWithoutWasm: addressOf(strict),
    async close() {
      for (const server of [kiosk, strict]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function serve(folder: string, policy: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://page').pathname).replace(/\/$/, '/index.html');
    readFile(join(folder, path)).then(
      (body) => {
        response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
        response.setHeader('content-security-policy', policy);
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the page’s server has no port');
  return `http://127.0.0.1:${address.port}/`;
}
