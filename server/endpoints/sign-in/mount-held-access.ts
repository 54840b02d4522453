/**
 * What people hold here, listed and ended: sessions, and what they allowed apps. A person has their own; administrators
 * have those of the whole tenant, owners' only if they are owners themselves.
 */
import type { Request, Response } from 'express';
import { must } from '#shared/base/assert.ts';
import { isId } from '#shared/base/id.ts';
import { type Actor, hasScope } from '../../core/policy/actor.ts';
import { lacking } from '../../core/policy/policy.ts';
import type { Mount } from '../../http/door.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import type { Ended } from '../../identity/credentials/endings.ts';
import type { Access } from '../../identity/open-access.ts';
import type { FoundMember } from '../../identity/people/member-lookup.ts';
import { type MemberName, showGrants, showSessions } from './show-held-access.ts';

/** Whose: of one member, or of the whole tenant. */
interface Whose {
  readonly tenant: string;
  readonly member?: string;
}

const sessionsPath = '/api/v1/auth/sessions';
const grantsPath = '/api/v1/auth/grants';
const notThere = (what: string) => refusal('not_found', `No ${what} has this ID. It may have already ended.`);

export function mountHeldAccess(access: Access): Mount {
  const { audits, endings, oauth, sessions } = access;
  const { clients, find, grants } = oauth;

  const actorOf = (request: Request) => must(request.actor, 'an identified request');
  /** An app and a key are no person: their tokens belong to no session. */
  const isPerson = (actor: Actor) => actor.kind === 'user' && actor.session !== undefined;
  const need = (actor: Actor, scope: 'admin:read' | 'admin:write') => {
    if (!hasScope(actor, scope)) throw new RefusalError([lacking(scope)]);
  };

  /** The member that `?member=` names: an id, or `me`; null where it is not given. */
  function memberIn(request: Request, actor: Actor): string | null {
    const given = new URLSearchParams(queryTextOf(request)).get('member');
    if (given === null) return null;
    if (given === 'me' && !isPerson(actor))
      throw refusal('person_only', 'Only a logged-in person has sessions and apps. Log in as a person.');
    if (given === 'me') return actor.id;
    if (!isId(given)) throw refusal('invalid_id', '`member` must be the ID of a member, or "me".', { path: 'member' });
    return given;
  }

  /** Without `member`: for administrators the whole tenant, for everybody else their own. */
  function whoseToList(request: Request): Whose {
    const actor = actorOf(request);
    const { tenant } = actor;
    const member = memberIn(request, actor) ?? (hasScope(actor, 'admin:read') || !isPerson(actor) ? null : actor.id);
    if (member === null || member !== actor.id || !isPerson(actor)) need(actor, 'admin:read');
    return member === null ? { tenant } : { tenant, member };
  }

  /** @returns the address of the member whose access may be ended by this actor; throws the refusal */
  async function mayEnd(actor: Actor, member: string): Promise<string> {
    const found = await find(actor.tenant, member);
    if (isPerson(actor) && member === actor.id) return found?.member.email ?? '';
    need(actor, 'admin:write');
    if (found?.member.role === 'owner' && !actor.roles.has('owner'))
      throw refusal('owner_only', 'Only an owner can end the sessions and apps of another owner.');
    return found?.member.email ?? '';
  }

  async function namesOf(tenant: string, members: readonly string[]): Promise<ReadonlyMap<string, MemberName>> {
    const names = new Map<string, MemberName>();
    for (const id of new Set(members)) {
      const email = (await find(tenant, id))?.member.email ?? null;
      names.set(id, { id, email });
    }
    return names;
  }

  async function listSessions(request: Request, response: Response): Promise<void> {
    const whose = whoseToList(request);
    const held = await sessions.list(whose);
    const names = await namesOf(
      whose.tenant,
      held.map((one) => one.member),
    );
    response.json({ data: showSessions(held, names, actorOf(request).session), meta: {} });
  }

  async function endSession(request: Request, response: Response): Promise<void> {
    const [actor, id] = [actorOf(request), String(request.params['id'])];
    const session = isId(id) ? await sessions.alive(id) : null;
    const isTheirs = session?.member === actor.id || hasScope(actor, 'admin:write');
    if (session?.tenant !== actor.tenant || !isTheirs) throw notThere('session');
    const email = await mayEnd(actor, session.member);
    await sessions.end(id);
    endings.announce(session.member);
    await audits.record(actor, { action: 'session.ended', subject: email, detail: { id } });
    response.json({ data: { id }, meta: {} });
  }

  /** A person leaves every tenant of their account; an administrator's word counts in their own tenant alone. */
  async function signOut({ member, tenant }: FoundMember, isOwn: boolean): Promise<Ended> {
    const here = await endings.ofMember('signed_out_everywhere', { tenant: tenant.id, member: member.id });
    if (!isOwn || !member.account) return here;
    const others = await endings.ofAccount('signed_out_everywhere', member.account);
    return { sessions: here.sessions + others.sessions, grants: here.grants + others.grants };
  }

  async function signOutEverywhere(request: Request, response: Response): Promise<void> {
    const actor = actorOf(request);
    const member = memberIn(request, actor) ?? (isPerson(actor) ? actor.id : null);
    if (member === null)
      throw refusal('person_only', 'Name the member whose sessions and apps should end: ?member=<id>.', {
        path: 'member',
      });
    const email = await mayEnd(actor, member);
    const found = await find(actor.tenant, member);
    if (!found) throw notThere('member');
    const ended = await signOut(found, member === actor.id);
    await audits.record(actor, { action: 'auth.signed_out_everywhere', subject: email, detail: { ...ended } });
    response.json({ data: ended, meta: {} });
  }

  async function listGrants(request: Request, response: Response): Promise<void> {
    const whose = whoseToList(request);
    const held = await grants.list(whose);
    const names = await namesOf(
      whose.tenant,
      held.map((one) => one.member),
    );
    const apps = new Map(
      await Promise.all(
        [...new Set(held.map((one) => one.client))].map(async (id) => [id, await clients.find(id)] as const),
      ),
    );
    response.json({ data: showGrants(held, names, apps), meta: {} });
  }

  async function endGrant(request: Request, response: Response): Promise<void> {
    const [actor, id] = [actorOf(request), String(request.params['id'])];
    const grant = isId(id) ? await grants.alive(id) : null;
    const isTheirs = grant?.member === actor.id || hasScope(actor, 'admin:write');
    if (grant?.tenant !== actor.tenant || !isTheirs) throw notThere('grant');
    const email = await mayEnd(actor, grant.member);
    await grants.revoke(id);
    endings.announce(grant.member);
    const app = await clients.find(grant.client);
    const detail = { id, app: app?.name ?? null };
    await audits.record(actor, { action: 'app.ended', subject: email, detail });
    response.json({ data: { id }, meta: {} });
  }

  async function endGrants(request: Request, response: Response): Promise<void> {
    const actor = actorOf(request);
    const member = memberIn(request, actor) ?? (isPerson(actor) ? actor.id : null);
    if (member === null)
      throw refusal('person_only', 'Name the member whose apps should end: ?member=<id>.', { path: 'member' });
    const email = await mayEnd(actor, member);
    if (!(await find(actor.tenant, member))) throw notThere('member');
    const ended = await grants.revokeAll({ tenant: actor.tenant, member });
    endings.announce(member);
    await audits.record(actor, { action: 'app.ended', subject: email, detail: { grants: ended } });
    response.json({ data: { grants: ended }, meta: {} });
  }

  return {
    name: 'held-access',
    mount(app, door) {
      app.get(sessionsPath, door.identified, listSessions);
      app.delete(sessionsPath, door.identified, signOutEverywhere);
      app.delete(`${sessionsPath}/:id`, door.identified, endSession);
      app.get(grantsPath, door.identified, listGrants);
      app.delete(grantsPath, door.identified, endGrants);
      app.delete(`${grantsPath}/:id`, door.identified, endGrant);
    },
  };
}
