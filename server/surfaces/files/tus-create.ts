/**
 * Begins a tus upload (creation, creation-with-upload, concatenation), and receives the bytes that any of its requests bring.
 */
import type { Request, Response } from 'express';
import { refusal } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import type { Sender } from '../../modules/media/files/file-parts.ts';
import type { UploadState } from '../../modules/media/files/upload-state.ts';
import type { Uploads } from '../../modules/media/files/uploads.ts';
import { readBody } from './request-body.ts';
import { announcedLengthOf, type Concat, checksumOf, concatOf, metadataOf, wholeHeader } from './tus-headers.ts';

export const rootPath = '/api/v1/files/tus';
const offsetType = /^application\/offset\+octet-stream\s*(?:;|$)/i;

export function setStateHeaders(response: Response, { expiresAt, isPart, joinedOf, offset }: UploadState): void {
  response.setHeader('Upload-Offset', offset);
  if (isPart) response.setHeader('Upload-Concat', 'partial');
  if (joinedOf !== null) response.setHeader('Upload-Concat', `final;${joinedOf}`);
  if (expiresAt !== null) response.setHeader('Upload-Expires', new Date(expiresAt).toUTCString());
}

export function needOffsetType(request: Request): void {
  if (!offsetType.test(request.headers['content-type'] ?? ''))
    throw refusal('unsupported_media_type', 'Send the bytes as Content-Type: application/offset+octet-stream.');
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw refusal('unsupported_media_type', 'Send the bytes without Content-Encoding.');
}

/** Null: not given, the body goes on until it ends. */
function bodyLength(request: Request): number | null {
  if (request.headers['transfer-encoding'] !== undefined) return null;
  return Number(request.headers['content-length'] ?? 0);
}

type FinalConcat = Concat & { readonly kind: 'final' };

/** A request that brings bytes of the upload `id`. */
interface Bringing {
  readonly request: Request;
  readonly sender: Sender;
  readonly id: string;
}

export function tusUploads(uploads: Uploads) {
  async function append({ request, sender, id }: Bringing, offset: number, size: number | null): Promise<UploadState> {
    const checksum = checksumOf(wholeHeader(request, 'upload-checksum'));
    request.hasOwnBodyTimeout = true;
    const chunk = { offset, size, length: bodyLength(request), source: readBody(request), checksum };
    return valueOrRefusal(await uploads.append(sender, id, chunk));
  }

  /** The parts are there already: neither a length nor bytes come along. */
  async function join(request: Request, sender: Sender, { named, parts }: FinalConcat): Promise<UploadState> {
    for (const name of ['upload-length', 'upload-defer-length'])
      if (request.headers[name] !== undefined)
        throw refusal('invalid_header', 'A final upload is as long as its parts. Leave out its length.', {
          path: name,
        });
    if (bodyLength(request) !== 0) throw refusal('invalid_header', 'A final upload must have no bytes of its own.');
    const { name, visibility } = metadataOf(wholeHeader(request, 'upload-metadata'));
    return valueOrRefusal(await uploads.join(sender, { parts, joinedOf: named, name, visibility }));
  }

  async function begin(request: Request, sender: Sender, isPart: boolean): Promise<UploadState> {
    const size = announcedLengthOf(wholeHeader(request, 'upload-length'), wholeHeader(request, 'upload-defer-length'));
    const metadata = metadataOf(wholeHeader(request, 'upload-metadata'));
    if (bodyLength(request) !== 0) needOffsetType(request);
    return valueOrRefusal(await uploads.announce(sender, { size, isPart, ...metadata }));
  }

  async function create(request: Request, response: Response, sender: Sender): Promise<void> {
    const concat = concatOf(wholeHeader(request, 'upload-concat'), rootPath);
    const isFinal = concat?.kind === 'final';
    const made = isFinal ? await join(request, sender, concat) : await begin(request, sender, concat !== null);
    response.setHeader('Location', `${request.sandbox ? '/sandbox' : ''}${rootPath}/${made.id}`);
    const brings = !isFinal && bodyLength(request) !== 0 && made.size !== 0;
    setStateHeaders(response, brings ? await append({ request, sender, id: made.id }, 0, null) : made);
    response.status(201).end();
  }

  return { append, create };
}
