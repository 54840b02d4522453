/**
 * A file in pieces by tus 1.0 (https://tus.io/protocols/resumable-upload), the core and creation: what broke off goes on
 * where the server has it, in this process or a later one. What becomes of the file is its record's (`files`).
 */
import { toBase64url } from '../base/bytes.ts';
import type { BuiltIn } from './built-in.ts';
import type { CallOptions } from './call-options.ts';
import { GatehouseError } from './gatehouse-error.ts';
import { type BlobLike, chance } from './host.ts';
import { type RetryRule, waitMs } from './retry.ts';
import { pause, type Transport } from './transport.ts';

const rootPath = '/api/v1/files/tus';
const pieceBytesDefault = 8 * 1024 * 1024;
/** Time for one piece, which may take a slow line. */
const pieceTimeoutMs = 600_000;

export interface UploadOptions extends CallOptions {
  /** Name as people see it; absent: the File's own name, or `file`. */
  readonly name?: string;
  /** `public`: anyone with the address. Absent: private. */
  readonly visibility?: 'private' | 'public';
  /** An upload that was begun before, with the same content: the `id` that `onStarted` received. */
  readonly resume?: string;
  /** Called with the id to keep: an unfinished upload waits for a day. */
  readonly onStarted?: (id: string) => void;
  /** Called after each piece the server has. */
  readonly onProgress?: (progress: { readonly sent: number; readonly size: number }) => void;
  /** Bytes of one request; absent: 8 MB. */
  readonly pieceBytes?: number;
}

export type UploadedFile = BuiltIn['collections']['files']['record'];
export type Upload = (content: BlobLike, options?: UploadOptions) => Promise<UploadedFile>;

/** RFC 4648, section 4, of the text's UTF-8. */
function base64(text: string): string {
  const bytes = [...encodeURIComponent(text).matchAll(/%(..)|./g)].map(([whole, hex]) =>
    hex === undefined ? whole.charCodeAt(0) : Number.parseInt(hex, 16),
  );
  const encoded = toBase64url(Uint8Array.from(bytes)).replaceAll('-', '+').replaceAll('_', '/');
  return encoded.padEnd(Math.ceil(encoded.length / 4) * 4, '=');
}

const tus = { 'Tus-Resumable': '1.0.0' };

export function createUpload(transport: Transport, retry: RetryRule): Upload {
  async function begin(content: BlobLike, { name, signal, visibility = 'private' }: UploadOptions): Promise<string> {
    const own = (content as { readonly name?: unknown }).name;
    const filename = name ?? (typeof own === 'string' && own !== '' ? own : 'file');
    const { headers } = await transport({
      method: 'POST',
      path: rootPath,
      headers: {
        ...tus,
        'Upload-Length': String(content.size),
        'Upload-Metadata': `filename ${base64(filename)},visibility ${base64(visibility)}`,
      },
      // Begun twice, one of them is never gone on with, and ends after a day.
      repeatable: 'always',
      signal,
    });
    const id = headers.get('location')?.split('/').at(-1);
    if (id) return id;
    throw new GatehouseError('unreadable_answer', 'The server did not return an address for the upload.');
  }

  async function offsetOf(id: string, { signal }: UploadOptions): Promise<number> {
    const path = `${rootPath}/${encodeURIComponent(id)}`;
    const { headers } = await transport({ method: 'HEAD', path, headers: tus, repeatable: 'always', signal });
    return offsetIn(headers.get('upload-offset'));
  }

  function offsetIn(header: string | null): number {
    if (header !== null && /^\d{1,15}$/.test(header)) return Number(header);
    throw new GatehouseError('unreadable_answer', 'The server did not return the progress of the upload.');
  }

  async function piece(id: string, offset: number, content: BlobLike, options: UploadOptions): Promise<number> {
    const { pieceBytes = pieceBytesDefault, signal } = options;
    const { headers } = await transport({
      method: 'PATCH',
      path: `${rootPath}/${encodeURIComponent(id)}`,
      headers: { ...tus, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
      body: content.slice(offset, Math.min(offset + pieceBytes, content.size)),
      repeatable: 'refused',
      timeoutMs: pieceTimeoutMs,
      signal,
    });
    return offsetIn(headers.get('upload-offset'));
  }

  /** Failures that another try can mend: no answer, a busy or starting server, an unexpected offset. */
  function isPassing({ code, status }: GatehouseError): boolean {
    return code === 'connection_failed' || code === 'timeout' || status === 409 || [502, 503, 504].includes(status);
  }

  async function send(id: string, content: BlobLike, options: UploadOptions): Promise<void> {
    let offset = options.resume === undefined ? 0 : await offsetOf(id, options);
    let failures = 0;
    while (offset < content.size) {
      try {
        const next = await piece(id, offset, content, options);
        if (next > offset) failures = 0;
        offset = next;
      } catch (fault) {
        if (!(fault instanceof GatehouseError && isPassing(fault)) || ++failures > retry.retriesMax) throw fault;
        await pause(waitMs(retry, failures, fault.retryAfterMs, chance()) ?? retry.waitMaxMs, options.signal);
        offset = await offsetOf(id, options);
      }
      options.onProgress?.({ sent: offset, size: content.size });
    }
  }

  return async (content, options = {}) => {
    const id = options.resume ?? (await begin(content, options));
    if (options.resume === undefined) options.onStarted?.(id);
    await send(id, content, options);
    const path = `/api/v1/files/${encodeURIComponent(id)}`;
    const { body } = await transport({ method: 'GET', path, repeatable: 'always', signal: options.signal });
    return (body as { readonly data: UploadedFile }).data;
  };
}
