/**
 * tus 1.0.0 (https://tus.io/protocols/resumable-upload) over server/files/uploads.ts: core, creation,
 * creation-with-upload, termination, expiration, checksum. Concatenation is not offered.
 */
import type { Request, RequestHandler, Response } from 'express';
import { isId } from '#shared/base/id.ts';
import type { Result } from '#shared/base/result.ts';
import type { UploadState, Uploads } from '../../files/uploads.ts';
import type { Mount } from '../../http/door.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import { senderOf } from './mount-files.ts';
import { dropRest, readBody } from './request-body.ts';
import { storageRefusal } from './storage-refusal.ts';
import { checksumAlgorithms, checksumOf, lengthOf, metadataOf, offsetOf, wholeHeader } from './tus-headers.ts';

const version = '1.0.0';
const extensions = 'creation,creation-with-upload,termination,expiration,checksum';
const rootPath = '/api/v1/files/tus';
const uploadPath = `${rootPath}/:id`;
const offsetType = /^application\/offset\+octet-stream\s*(?:;|$)/i;

function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new RefusalError(result.errors);
}

/** Section "Tus-Resumable": a request of another version is not looked at. OPTIONS is how a client finds out. */
const speaksTus: RequestHandler = (request, response, next) => {
  if (request.method === 'OPTIONS' || request.headers['tus-resumable'] === version) return next();
  response.setHeader('Tus-Version', version);
  throw refusal('tus_version_unsupported', `Say which tus is spoken: Tus-Resumable: ${version}.`, {
    detail: { supported: [version] },
  });
};

/** Asked before anything else: who may not, hears that and no more. */
const maySend: RequestHandler = (request, response, next) => {
  response.setHeader('Tus-Resumable', version);
  senderOf(request);
  next();
};

function tell(response: Response, { expiresAt, offset }: UploadState): void {
  response.setHeader('Upload-Offset', offset);
  if (expiresAt !== null) response.setHeader('Upload-Expires', new Date(expiresAt).toUTCString());
}

function idOf(request: Request): string {
  const id = String(request.params['id']);
  if (isId(id)) return id;
  throw refusal('not_found', 'There is no upload of this name. Begin one with POST /api/v1/files/tus.');
}

function needOffsetType(request: Request): void {
  if (!offsetType.test(request.headers['content-type'] ?? ''))
    throw refusal('unsupported_media_type', 'Send the bytes as Content-Type: application/offset+octet-stream.');
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw refusal('unsupported_media_type', 'Send the bytes without Content-Encoding.');
}

/** Null: not said, the body goes on until it ends. */
function bodyLength(request: Request): number | null {
  if (request.headers['transfer-encoding'] !== undefined) return null;
  return Number(request.headers['content-length'] ?? 0);
}

export function mountTus(uploads: Uploads): Mount {
  async function append(request: Request, id: string, offset: number): Promise<UploadState> {
    const checksum = checksumOf(wholeHeader(request, 'upload-checksum'));
    request.unhurried = true;
    const chunk = { offset, length: bodyLength(request), source: readBody(request), checksum };
    return unwrap(await uploads.append(senderOf(request), id, chunk));
  }

  async function create(request: Request, response: Response): Promise<void> {
    const sender = senderOf(request);
    if (request.headers['upload-concat'] !== undefined)
      throw refusal('invalid_header', 'Uploads cannot be put together here: leave Upload-Concat out.');
    const size = lengthOf(wholeHeader(request, 'upload-length'));
    const metadata = metadataOf(wholeHeader(request, 'upload-metadata'));
    const brings = bodyLength(request) !== 0;
    if (brings) needOffsetType(request);
    const announced = unwrap(await uploads.announce(sender, { size, ...metadata }));
    response.setHeader('Location', `${request.sandbox ? '/sandbox' : ''}${rootPath}/${announced.id}`);
    const state = brings && size > 0 ? await append(request, announced.id, 0) : announced;
    tell(response, state);
    response.status(201).end();
  }

  async function head(request: Request, response: Response): Promise<void> {
    const sender = senderOf(request);
    const state = unwrap(await uploads.state(sender, idOf(request)));
    tell(response, state);
    response.setHeader('Upload-Length', state.size);
    if (state.metadata !== null) response.setHeader('Upload-Metadata', state.metadata);
    response.setHeader('Cache-Control', 'no-store');
    response.status(200).end();
  }

  async function patch(request: Request, response: Response): Promise<void> {
    const id = idOf(request);
    needOffsetType(request);
    const state = await append(request, id, offsetOf(wholeHeader(request, 'upload-offset')));
    tell(response, state);
    response.status(204).end();
  }

  async function remove(request: Request, response: Response): Promise<void> {
    unwrap(await uploads.giveUp(senderOf(request), idOf(request)));
    response.status(204).end();
  }

  function options(request: Request, response: Response): void {
    const { limits } = senderOf(request);
    response.setHeader('Tus-Version', version);
    response.setHeader('Tus-Extension', extensions);
    response.setHeader('Tus-Max-Size', limits.fileBytesMax);
    response.setHeader('Tus-Checksum-Algorithm', checksumAlgorithms.join(','));
    response.status(204).end();
  }

  const byMethod: Readonly<Record<string, (request: Request, response: Response) => Promise<void>>> = {
    HEAD: head,
    PATCH: patch,
    DELETE: remove,
  };

  /** For clients that can send nothing but POST. */
  async function overridden(request: Request, response: Response): Promise<void> {
    const method = (wholeHeader(request, 'x-http-method-override') ?? '').toUpperCase();
    const meant = byMethod[method];
    if (!meant) throw refusal('method_not_allowed', 'POST here needs X-HTTP-Method-Override: PATCH, HEAD or DELETE.');
    await meant(request, response);
  }

  function route(handle: (request: Request, response: Response) => Promise<void> | void): RequestHandler {
    return async (request, response) => {
      try {
        await handle(request, response);
      } catch (fault) {
        throw storageRefusal(fault);
      } finally {
        dropRest(request);
      }
    };
  }

  return {
    name: 'tus',
    mount(app, door) {
      const way = [door.identified, maySend, speaksTus];
      app.options(rootPath, ...way, route(options));
      app.post(rootPath, ...way, route(create));
      app.head(uploadPath, ...way, route(head));
      app.patch(uploadPath, ...way, route(patch));
      app.delete(uploadPath, ...way, route(remove));
      app.post(uploadPath, ...way, route(overridden));
    },
  };
}
