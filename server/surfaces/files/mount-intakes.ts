/** Paths of modules that take a file: onto this machine's disk first, with a bound, then to the module. */
import type { Request, Response } from 'express';
import type { Clock } from '#shared/base/time.ts';
import type { FileContext, FileIntake } from '../../core/collections/file-intake.ts';
import { commit } from '../../core/collections/once.ts';
import { mayAct } from '../../core/policy/policy.ts';
import { callerOf, identityOf } from '../../http/caller-of.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import { cleanName } from '../../modules/media/files/clean-name.ts';
import { type FileParts, withPart } from '../../modules/media/files/file-parts.ts';
import type { TenantStore } from '../../store/contract.ts';
import { readUpload } from './read-upload.ts';
import { dropRest } from './request-body.ts';
import { storageRefusal } from './storage-refusal.ts';

export interface IntakeParts {
  readonly intakes: readonly FileIntake[];
  readonly files: FileParts;
  readonly sourceOf: (tenant: string) => Promise<TenantStore>;
  readonly clock: Clock;
  readonly newId: () => string;
}

export function mountIntakes({ intakes, files, sourceOf, clock, newId }: IntakeParts): Mount {
  async function contextOf(request: Request): Promise<FileContext> {
    const { actor } = identityOf(request);
    const reader = await sourceOf(actor.tenant);
    return {
      ...{ clock, newId, reader },
      commit: (plan) => commit(reader, actor, plan),
    };
  }

  const taking = (intake: FileIntake) => async (request: Request, response: Response) => {
    const { actor, registry } = await callerOf(request);
    if (!registry.modules.includes(intake.action.module))
      throw refusal('not_found', 'No such path was found. Check that its module is active.');
    const denied = mayAct(actor, intake.action);
    if (denied) throw new RefusalError([denied]);
    request.hasOwnBodyTimeout = true;
    try {
      const taken = await withPart(files, async (path) => {
        const { fields, name, received } = await readUpload(request, path, intake.bytesMax);
        const unknown = [...fields.keys()].find((field) => !intake.fields.includes(field));
        if (unknown !== undefined)
          throw refusal('unknown_field', `Unknown form field ${unknown.slice(0, 100)}.`, {
            path: unknown.slice(0, 100),
            detail: { allowed: ['file', ...intake.fields] },
          });
        const params = request.params as Record<string, string>;
        const file = { path, size: received.size, name: cleanName(name), params, fields };
        return intake.take(file, await contextOf(request));
      });
      if (!taken.ok) throw new RefusalError(taken.errors);
      response.status(200).json(taken.value);
    } catch (fault) {
      throw storageRefusal(fault);
    } finally {
      dropRest(request);
    }
  };

  return {
    name: 'intakes',
    mount(app, steps) {
      for (const intake of intakes) app.post([intake.path, `/api/v1${intake.path}`], steps.identified, taking(intake));
    },
  };
}
