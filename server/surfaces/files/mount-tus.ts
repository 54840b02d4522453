/**
 * tus 1.0.0 (https://tus.io/protocols/resumable-upload) over server/modules/media/files/uploads.ts: core, and every
 * extension of 1.0.0 but concatenating what is still on its way.
 */
import type { Request, RequestHandler, Response } from 'express';
import { isId } from '#shared/base/id.ts';
import type { Result } from '#shared/base/result.ts';
import type { Mount } from '../../http/door.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import type { UploadState } from '../../modules/media/files/upload-state.ts';
import type { Uploads } from '../../modules/media/files/uploads.ts';
import { senderOf } from './mount-files.ts';
import { dropRest, readBody } from './request-body.ts';
import { storageRefusal } from './storage-refusal.ts';
import {
  announcedLengthOf,
  type Concat,
  checksumAlgorithms,
  checksumOf,
  concatOf,
  lengthOf,
  metadataOf,
  offsetOf,
  wholeHeader,
} from './tus-headers.ts';

const version = '1.0.0';
const extensions = 'creation,creation-with-upload,creation-defer-length,termination,expiration,checksum,concatenation';
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
  throw refusal('tus_version_unsupported', `Name the tus version: Tus-Resumable: ${version}.`, {
    detail: { supported: [version] },
  });
};

/** Asked before anything else: who may not, hears that and no more. */
const maySend: RequestHandler = (request, response, next) => {
  response.setHeader('Tus-Resumable', version);
  senderOf(request);
  next();
};

function tell(response: Response, { expiresAt, isPart, joinedOf, offset }: UploadState): void {
  response.setHeader('Upload-Offset', offset);
  if (isPart) response.setHeader('Upload-Concat', 'partial');
  if (joinedOf !== null) response.setHeader('Upload-Concat', `final;${joinedOf}`);
  if (expiresAt !== null) response.setHeader('Upload-Expires', new Date(expiresAt).toUTCString());
}

function idOf(request: Request): string {
  const id = String(request.params['id']);
  if (isId(id)) return id;
  throw refusal('not_found', 'No such upload exists. Start one with POST /api/v1/files/tus.');
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
  async function append(request: Request, id: string, offset: number, size: number | null): Promise<UploadState> {
    const checksum = checksumOf(wholeHeader(request, 'upload-checksum'));
    request.unhurried = true;
    const chunk = { offset, size, length: bodyLength(request), source: readBody(request), checksum };
    return unwrap(await uploads.append(senderOf(request), id, chunk));
  }

  /** The parts are there already: neither a length nor bytes come along. */
  async function join(request: Request, { named, parts }: Concat & { kind: 'final' }): Promise<UploadState> {
    for (const name of ['upload-length', 'upload-defer-length'])
      if (request.headers[name] !== undefined)
        throw refusal('invalid_header', 'A final upload is as long as its parts. Leave out its length.', {
          path: name,
        });
    if (bodyLength(request) !== 0) throw refusal('invalid_header', 'A final upload must have no bytes of its own.');
    const { name, visibility } = metadataOf(wholeHeader(request, 'upload-metadata'));
    return unwrap(await uploads.join(senderOf(request), { parts, joinedOf: named, name, visibility }));
  }

  async function begin(request: Request, isPart: boolean): Promise<UploadState> {
    const size = announcedLengthOf(wholeHeader(request, 'upload-length'), wholeHeader(request, 'upload-defer-length'));
    const metadata = metadataOf(wholeHeader(request, 'upload-metadata'));
    if (bodyLength(request) !== 0) needOffsetType(request);
    return unwrap(await uploads.announce(senderOf(request), { size, isPart, ...metadata }));
  }

  async function create(request: Request, response: Response): Promise<void> {
    const concat = concatOf(wholeHeader(request, 'upload-concat'), rootPath);
    const isFinal = concat?.kind === 'final';
    const made = isFinal ? await join(request, concat) : await begin(request, concat !== null);
    response.setHeader('Location', `${request.sandbox ? '/sandbox' : ''}${rootPath}/${made.id}`);
    const brings = !isFinal && bodyLength(request) !== 0 && made.size !== 0;
    tell(response, brings ? await append(request, made.id, 0, null) : made);
    response.status(201).end();
  }

  async function head(request: Request, response: Response): Promise<void> {
    const sender = senderOf(request);
    const state = unwrap(await uploads.state(sender, idOf(request)));
    tell(response, state);
    if (state.size === null) response.setHeader('Upload-Defer-Length', 1);
    else response.setHeader('Upload-Length', state.size);
    if (state.metadata !== null) response.setHeader('Upload-Metadata', state.metadata);
    response.setHeader('Cache-Control', 'no-store');
    response.status(200).end();
  }

  async function patch(request: Request, response: Response): Promise<void> {
    const id = idOf(request);
    needOffsetType(request);
    const length = wholeHeader(request, 'upload-length');
    const offset = offsetOf(wholeHeader(request, 'upload-offset'));
    const state = await append(request, id, offset, length === undefined ? null : lengthOf(length));
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
        throw storageRefusal(fault, 'resumable');
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
