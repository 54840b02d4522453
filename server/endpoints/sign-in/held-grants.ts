/** `/api/v1/auth/grants`: what people allowed apps, listed and ended, one or all of a member. */
import type { Request, Response } from 'express';
import { isId } from '#shared/base/id.ts';
import { hasScope } from '../../core/policy/actor.ts';
import { identityOf } from '../../http/caller-of.ts';
import type { Access } from '../../identity/open-access.ts';
import { emailToEnd, memberToEnd, namesOf, notThere, whoseToList } from './held-access-rights.ts';
import { showGrants } from './show-held-access.ts';

export function heldGrants({ audits, endings, oauth: { clients, find, grants } }: Access) {
  async function list(request: Request, response: Response): Promise<void> {
    const { actor } = identityOf(request);
    const whose = whoseToList(request, actor);
    const held = await grants.list(whose);
    const names = await namesOf(find, whose.tenant, held);
    const apps = new Map(
      await Promise.all(
        [...new Set(held.map((one) => one.client))].map(async (id) => [id, await clients.find(id)] as const),
      ),
    );
    response.json({ data: showGrants(held, names, apps), meta: {} });
  }

  async function end(request: Request, response: Response): Promise<void> {
    const { actor } = identityOf(request);
    const id = String(request.params['id']);
    const grant = isId(id) ? await grants.alive(id) : null;
    const isTheirs = grant?.member === actor.id || hasScope(actor, 'admin:write');
    if (grant?.tenant !== actor.tenant || !isTheirs) throw notThere('grant');
    const email = await emailToEnd(find, actor, grant.member);
    await grants.revoke(id);
    endings.announce(grant.member);
    const app = await clients.find(grant.client);
    await audits.record(actor, { action: 'app.ended', subject: email, detail: { id, app: app?.name ?? null } });
    response.json({ data: { id }, meta: {} });
  }

  async function endAll(request: Request, response: Response): Promise<void> {
    const { actor } = identityOf(request);
    const member = memberToEnd(request, actor, 'Name the member whose apps should end: ?member=<id>.');
    const email = await emailToEnd(find, actor, member);
    if (!(await find(actor.tenant, member))) throw notThere('member');
    const ended = await grants.revokeAll({ tenant: actor.tenant, member });
    endings.announce(member);
    await audits.record(actor, { action: 'app.ended', subject: email, detail: { grants: ended } });
    response.json({ data: { grants: ended }, meta: {} });
  }

  return { list, end, endAll };
}
