/** Uploads in one request, and the content of a file for every reader of its record. The records themselves are REST's. */
import type { Request, Response } from 'express';
import { must } from '#shared/base/assert.ts';
import { type FileRecord, files } from '#shared/modules/media/files.ts';
import { recordOf } from '#shared/schema/record-of.ts';
import type { Caller } from '../../core/platform.ts';
import { mayWrite } from '../../core/policy/policy.ts';
import { recordFor } from '../../core/policy/visibility/record-visibility.ts';
import { callerOf, type Identity, identityOf } from '../../http/caller-of.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import { hashOf, variantName } from '../../modules/media/files/addresses.ts';
import { fileLimits } from '../../modules/media/files/file-limits.ts';
import { contentKey, type FileParts, type Sender, withPart } from '../../modules/media/files/file-parts.ts';
import { keepFile } from '../../modules/media/files/keep-file.ts';
import { type ReadUpload, readUpload } from './read-upload.ts';
import { dropRest } from './request-body.ts';
import { sendContent } from './send-content.ts';
import { storageRefusal } from './storage-refusal.ts';

type Visibility = 'private' | 'public';

/** Throws the refusal where the actor may not write files. */
export function senderOf({ actor, tenant }: Identity): Sender {
  const denied = mayWrite(actor, files, 'update');
  if (denied) throw new RefusalError([denied]);
  return { actor, limits: fileLimits[tenant.plan] };
}

const altMax = 1_000;
const idempotencyKeyMax = 255;

function wished({ fields }: ReadUpload, byDefault: Visibility): { visibility: Visibility; alt: string | null } {
  const unknown = [...fields.keys()].find((name) => !['visibility', 'name', 'alt'].includes(name));
  if (unknown !== undefined)
    throw refusal('unknown_field', `Unknown form field ${unknown.slice(0, 100)}.`, {
      path: unknown.slice(0, 100),
      detail: { allowed: ['file', 'name', 'visibility', 'alt'] },
    });
  const visibility = fields.get('visibility') ?? byDefault;
  if (visibility !== 'private' && visibility !== 'public')
    throw refusal('invalid_option', '`visibility` must be private or public.', { path: 'visibility' });
  const alt = fields.get('alt')?.trim() || null;
  if (alt !== null && [...alt].length > altMax)
    throw refusal('too_long', `\`alt\` must have at most ${altMax} characters.`, { path: 'alt' });
  return { visibility, alt };
}

export function mountFiles(parts: FileParts): Mount {
  function upload(byDefault: Visibility) {
    return async (request: Request, response: Response): Promise<void> => {
      const sender = senderOf(identityOf(request));
      request.hasOwnBodyTimeout = true;
      const key = request.headers['idempotency-key'];
      if (typeof key === 'string' && (key === '' || key.length > idempotencyKeyMax))
        throw refusal('invalid_header', `Idempotency-Key must have 1 to ${idempotencyKeyMax} characters.`);
      try {
        const kept = await withPart(parts, async (path) => {
          const read = await readUpload(request, path);
          const incoming = {
            id: parts.newId(),
            name: read.fields.get('name') ?? read.name,
            ...wished(read, byDefault),
            ...(typeof key === 'string' ? { idempotencyKey: key } : {}),
          };
          return keepFile(parts, sender, incoming, read.received);
        });
        if (!kept.ok) throw new RefusalError(kept.errors);
        response.setHeader('Location', `${request.sandbox ? '/sandbox' : ''}/api/v1/files/${kept.value.id}`);
        response.status(201).json({ data: recordFor(sender.actor, files, kept.value), meta: {} });
      } catch (fault) {
        throw storageRefusal(fault);
      } finally {
        dropRest(request);
      }
    };
  }

  async function readable(caller: Caller, id: string): Promise<FileRecord> {
    const found = await caller.run({ verb: 'get', collection: 'files', id });
    if (found.kind === 'refused') throw new RefusalError(found.errors);
    return recordOf(files, must(found.kind === 'record' ? found.record : null, 'a record'));
  }

  async function content(request: Request, response: Response): Promise<void> {
    const caller = await callerOf(request);
    const file = await readable(caller, String(request.params['id']));
    const query = new URLSearchParams(queryTextOf(request));
    const unknown = [...query.keys()].find((name) => name !== 'variant' && name !== 'download');
    if (unknown !== undefined)
      throw refusal('unknown_parameter', `Unknown parameter ${unknown.slice(0, 100)}.`, {
        path: unknown.slice(0, 100),
        detail: { allowed: ['variant', 'download'] },
      });
    const name = query.get('variant');
    const variant = name === null ? null : file.variants?.find((one) => one.name === name);
    if (variant === undefined) throw refusal('not_found', `The file has no variant ${String(name).slice(0, 40)}.`);
    const { sha256, size, type } = variant ?? file;
    await sendContent(request, response, {
      name: variant ? variantName(file.name, variant) : file.name,
      type,
      size,
      etag: `"${hashOf(sha256)}"`,
      cacheControl: 'no-store',
      asAttachment: query.has('download'),
      open: (range) => parts.store.open(contentKey(caller.actor.tenant, file.id, sha256), range),
    });
  }

  return {
    name: 'files',
    mount(app, steps) {
      app.post('/api/v1/files', steps.identified, upload('private'));
      app.post('/api/v1/media/upload', steps.identified, upload('public'));
      app.get('/api/v1/files/:id/content', steps.identified, content);
    },
  };
}
