/**
 * tus 1.0.0 (https://tus.io/protocols/resumable-upload) over server/modules/media/files/uploads.ts: core, and every
 * extension of 1.0.0 but the concatenation of uploads that are unfinished.
 */
import type { Request, RequestHandler, Response } from 'express';
import { isId } from '#shared/base/id.ts';
import { identityOf } from '../../http/caller-of.ts';
import { refusal } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import type { Sender } from '../../modules/media/files/file-parts.ts';
import type { Uploads } from '../../modules/media/files/uploads.ts';
import { senderOf } from './mount-files.ts';
import { dropRest } from './request-body.ts';
import { storageRefusal } from './storage-refusal.ts';
import { needOffsetType, rootPath, setStateHeaders, tusUploads } from './tus-create.ts';
import { checksumAlgorithms, lengthOf, offsetOf, wholeHeader } from './tus-headers.ts';

const version = '1.0.0';
const extensions = 'creation,creation-with-upload,creation-defer-length,termination,expiration,checksum,concatenation';
const uploadPath = `${rootPath}/:id`;

/** Section "Tus-Resumable": a request of another version is refused. A client learns the version by OPTIONS. */
const speaksTus: RequestHandler = (request, response, next) => {
  if (request.method === 'OPTIONS' || request.headers['tus-resumable'] === version) return next();
  response.setHeader('Tus-Version', version);
  throw refusal('tus_version_unsupported', `Name the tus version: Tus-Resumable: ${version}.`, {
    detail: { supported: [version] },
  });
};

/** Runs before the other checks: a client that may not send is refused for that alone. */
const maySend: RequestHandler = (request, response, next) => {
  response.setHeader('Tus-Resumable', version);
  senderOf(identityOf(request));
  next();
};

type TusHandler = (request: Request, response: Response, sender: Sender) => Promise<void> | void;

function idOf(request: Request): string {
  const id = String(request.params['id']);
  if (isId(id)) return id;
  throw refusal('not_found', 'No such upload exists. Start one with POST /api/v1/files/tus.');
}

export function mountTus(uploads: Uploads): Mount {
  const begun = tusUploads(uploads);

  async function head(request: Request, response: Response, sender: Sender): Promise<void> {
    const state = valueOrRefusal(await uploads.state(sender, idOf(request)));
    setStateHeaders(response, state);
    if (state.size === null) response.setHeader('Upload-Defer-Length', 1);
    else response.setHeader('Upload-Length', state.size);
    if (state.metadata !== null) response.setHeader('Upload-Metadata', state.metadata);
    response.setHeader('Cache-Control', 'no-store');
    response.status(200).end();
  }

  async function patch(request: Request, response: Response, sender: Sender): Promise<void> {
    const id = idOf(request);
    needOffsetType(request);
    const length = wholeHeader(request, 'upload-length');
    const offset = offsetOf(wholeHeader(request, 'upload-offset'));
    const state = await begun.append({ request, sender, id }, offset, length === undefined ? null : lengthOf(length));
    setStateHeaders(response, state);
    response.status(204).end();
  }

  async function remove(request: Request, response: Response, sender: Sender): Promise<void> {
    valueOrRefusal(await uploads.giveUp(sender, idOf(request)));
    response.status(204).end();
  }

  function options(_request: Request, response: Response, { limits }: Sender): void {
    response.setHeader('Tus-Version', version);
    response.setHeader('Tus-Extension', extensions);
    response.setHeader('Tus-Max-Size', limits.fileBytesMax);
    response.setHeader('Tus-Checksum-Algorithm', checksumAlgorithms.join(','));
    response.status(204).end();
  }

  const byMethod: Readonly<Record<string, TusHandler>> = {
    HEAD: head,
    PATCH: patch,
    DELETE: remove,
  };

  /** Handles the method that a POST names in a header, for clients that can send nothing but POST. */
  async function overridden(request: Request, response: Response, sender: Sender): Promise<void> {
    const method = (wholeHeader(request, 'x-http-method-override') ?? '').toUpperCase();
    const meant = byMethod[method];
    if (!meant) throw refusal('method_not_allowed', 'POST here needs X-HTTP-Method-Override: PATCH, HEAD or DELETE.');
    await meant(request, response, sender);
  }

  function route(handle: TusHandler): RequestHandler {
    return async (request, response) => {
      try {
        await handle(request, response, senderOf(identityOf(request)));
      } catch (fault) {
        throw storageRefusal(fault, 'resumable');
      } finally {
        dropRest(request);
      }
    };
  }

  return {
    name: 'tus',
    mount(app, steps) {
      const way = [steps.identified, maySend, speaksTus];
      app.options(rootPath, ...way, route(options));
      app.post(rootPath, ...way, route(begun.create));
      app.head(uploadPath, ...way, route(head));
      app.patch(uploadPath, ...way, route(patch));
      app.delete(uploadPath, ...way, route(remove));
      app.post(uploadPath, ...way, route(overridden));
    },
  };
}
