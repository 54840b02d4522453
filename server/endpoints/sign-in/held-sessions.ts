/** `/api/v1/auth/sessions`: logins listed and ended, one or all of a member. */
import type { Request, Response } from 'express';
import { isId } from '#shared/base/id.ts';
import { hasScope } from '../../core/policy/actor.ts';
import { identityOf } from '../../http/caller-of.ts';
import type { Ended } from '../../identity/credentials/endings.ts';
import type { Access } from '../../identity/open-access.ts';
import type { FoundMember } from '../../identity/people/member-lookup.ts';
import { emailToEnd, memberToEnd, namesOf, notThere, whoseToList } from './held-access-rights.ts';
import { showSessions } from './show-held-access.ts';

export function heldSessions({ audits, endings, oauth: { find }, sessions }: Access) {
  async function list(request: Request, response: Response): Promise<void> {
    const { actor } = identityOf(request);
    const whose = whoseToList(request, actor);
    const held = await sessions.list(whose);
    const names = await namesOf(find, whose.tenant, held);
    response.json({ data: showSessions(held, names, actor.session), meta: {} });
  }

  async function end(request: Request, response: Response): Promise<void> {
    const { actor } = identityOf(request);
    const id = String(request.params['id']);
    const session = isId(id) ? await sessions.alive(id) : null;
    const isTheirs = session?.member === actor.id || hasScope(actor, 'admin:write');
    if (session?.tenant !== actor.tenant || !isTheirs) throw notThere('session');
    const email = await emailToEnd(find, actor, session.member);
    await sessions.end(id);
    endings.announce(session.member);
    await audits.record(actor, { action: 'session.ended', subject: email, detail: { id } });
    response.json({ data: { id }, meta: {} });
  }

  /** A person leaves every tenant of their account; an administrator ends what is held in their own tenant alone. */
  async function signOut({ member, tenant }: FoundMember, isOwn: boolean): Promise<Ended> {
    const here = await endings.ofMember('signed_out_everywhere', { tenant: tenant.id, member: member.id });
    if (!isOwn || !member.account) return here;
    const others = await endings.ofAccount('signed_out_everywhere', member.account);
    return { sessions: here.sessions + others.sessions, grants: here.grants + others.grants };
  }

  async function endAll(request: Request, response: Response): Promise<void> {
    const { actor } = identityOf(request);
    const member = memberToEnd(request, actor, 'Name the member whose sessions and apps should end: ?member=<id>.');
    const email = await emailToEnd(find, actor, member);
    const found = await find(actor.tenant, member);
    if (!found) throw notThere('member');
    const ended = await signOut(found, member === actor.id);
    await audits.record(actor, { action: 'auth.signed_out_everywhere', subject: email, detail: { ...ended } });
    response.json({ data: ended, meta: {} });
  }

  return { list, end, endAll };
}
