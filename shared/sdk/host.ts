/**
 * The parts of the platform (Node from 20 on, browsers, Electron) that the SDK uses, as structural types: `shared` has
 * neither Node's nor the browser's. The one place outside `react/` where they are taken; `createClient` takes others instead.
 */

/** An AbortSignal. */
export interface Signal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A Blob or File. */
export interface BlobLike {
  readonly size: number;
  readonly type: string;
  slice(start?: number, end?: number, type?: string): BlobLike;
}

export interface HttpRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal: unknown;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  /** Only where files are asked for. */
  blob?(): Promise<BlobLike>;
}

export type Send = (url: string, request: HttpRequest) => Promise<HttpAnswer>;

/** A WebSocket as browsers and Node have it. */
export interface Socket {
  readonly readyState: number;
  send(text: string): void;
  close(code?: number): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (message: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (end: { readonly code: number; readonly reason: string }) => void): void;
}

export type OpenSocket = (url: string, protocols: readonly string[]) => Socket;

interface Platform {
  readonly fetch: Send;
  readonly AbortController: new () => { readonly signal: Signal; abort(): void };
  readonly setTimeout: (then: () => void, ms: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
  readonly crypto: { randomUUID?: () => string; getRandomValues(bytes: Uint8Array): Uint8Array };
  readonly addEventListener?: (type: 'online', listener: () => void) => void;
  readonly removeEventListener?: (type: 'online', listener: () => void) => void;
  readonly WebSocket?: new (url: string, protocols?: readonly string[]) => Socket;
}

const platform = globalThis as unknown as Platform;
const { setTimeout: begin, clearTimeout: end } = platform;

/** Looked up at each call: pages and tests may replace it. */
export const sendByFetch: Send = (url, request) => {
  const { fetch: send } = platform;
  return send(url, request);
};

export const openWebSocket: OpenSocket = (url, protocols) => {
  const { WebSocket } = platform;
  if (!WebSocket) throw new Error('No WebSocket is available here. Pass one to createClient as `openSocket`.');
  return new WebSocket(url, protocols);
};

export function newController(): { readonly signal: Signal; abort(): void } {
  return new platform.AbortController();
}

/** @returns how to stop it */
export function after(ms: number, then: () => void): () => void {
  const timer = begin(then, ms);
  return () => end(timer);
}

/** A random share from 0 to below 1, for jitter. */
export function chance(): number {
  return platform.crypto.getRandomValues(new Uint8Array(1))[0]! / 256;
}

/** A UUID of version 4; pages without TLS have no `randomUUID`. */
export function newKey(): string {
  if (platform.crypto.randomUUID) return platform.crypto.randomUUID();
  const bytes = platform.crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Calls the listener when a page is online again; never outside a page. @returns how to stop */
export function whenOnline(listener: () => void): () => void {
  platform.addEventListener?.('online', listener);
  return () => platform.removeEventListener?.('online', listener);
}
