/** Every way to give rights over HTTP. */
import { letIn } from '#test/fixtures/app-access.ts';
import type { Answer, Body } from '#test/fixtures/test-server.ts';
import type { Giver, GivingTenant } from './giving-tenant.ts';

export interface Given {
  readonly answer: Answer;
  /** Who has the rights now; null where no one was given any. */
  readonly receiver: Giver | null;
}

/** One way to give rights over HTTP. */
export interface Way {
  readonly name: string;
  /** Whom it gives to: a key sees all records, a person those of its own where a collection says so. */
  readonly to: 'key' | 'person';
  /** Whether names of roles are given besides scopes. */
  readonly givesRoles: boolean;
  give(giver: Giver, scopes: readonly string[], roles: readonly string[]): Promise<Given>;
}

/** A person who lets apps in. */
interface Allower {
  readonly email: string;
  readonly password: string;
}

const none = (answer: Answer): Given => ({ answer, receiver: null });
const dataOf = ({ body }: Answer) => body['data'] as Body;

function newKey(site: GivingTenant): Way {
  return {
    name: 'POST /api-keys',
    to: 'key',
    givesRoles: true,
    async give(giver, scopes, roles) {
      const answer = await site.send(giver, 'POST', 'api-keys', { name: site.next('k'), scopes, roles });
      return answer.status === 201
        ? { answer, receiver: await site.me(String(dataOf(answer)['apiKey'])) }
        : none(answer);
    },
  };
}

function newRole(site: GivingTenant): Way {
  return {
    name: 'POST /roles',
    to: 'person',
    givesRoles: false,
    async give(giver, scopes) {
      const name = site.next('r');
      const answer = await site.send(giver, 'POST', 'roles', { name, scopes });
      return answer.status === 201
        ? { answer, receiver: await site.me((await site.person(name)).credential) }
        : none(answer);
    },
  };
}

function changedRole(site: GivingTenant): Way {
  return {
    name: 'PATCH /roles/{id}, of a role that a member has',
    to: 'person',
    givesRoles: false,
    async give(giver, scopes) {
      const name = site.next('r');
      const made = await site.send(site.owner, 'POST', 'roles', { name, scopes: ['nothing:read'] });
      const { credential } = await site.person(name);
      const answer = await site.send(giver, 'PATCH', `roles/${dataOf(made)['id']}`, { scopes });
      return answer.status === 200 ? { answer, receiver: await site.me(credential) } : none(answer);
    },
  };
}

function newRoles(site: GivingTenant): Way {
  return {
    name: 'POST /roles/bulk',
    to: 'person',
    givesRoles: false,
    async give(giver, scopes) {
      const name = site.next('r');
      const answer = await site.send(giver, 'POST', 'roles/bulk', { create: [{ name, scopes }] });
      return answer.status === 200
        ? { answer, receiver: await site.me((await site.person(name)).credential) }
        : none(answer);
    },
  };
}

function newMember(site: GivingTenant): Way {
  return {
    name: 'POST /members',
    to: 'person',
    givesRoles: false,
    async give(giver, scopes) {
      const role = await site.roleOf(scopes);
      const answer = await site.send(giver, 'POST', 'members', { email: `${site.next('i')}@example.org`, role });
      return answer.status === 201
        ? { answer, receiver: await site.me((await site.person(role)).credential) }
        : none(answer);
    },
  };
}

function changedMember(site: GivingTenant): Way {
  return {
    name: 'PATCH /members/{id} with a role',
    to: 'person',
    givesRoles: false,
    async give(giver, scopes) {
      const [role, { credential, id }] = [
        await site.roleOf(scopes),
        await site.person(await site.roleOf(['nothing:read'])),
      ];
      const answer = await site.send(giver, 'PATCH', `members/${id}`, { role });
      return answer.status === 200 ? { answer, receiver: await site.me(credential) } : none(answer);
    },
  };
}

function resumedMember(site: GivingTenant): Way {
  return {
    name: 'PATCH /members/{id}, back from suspension',
    to: 'person',
    givesRoles: false,
    async give(giver, scopes) {
      const { id } = await site.person(await site.roleOf(scopes));
      await site.send(site.owner, 'PATCH', `members/${id}`, { status: 'suspended' });
      const answer = await site.send(giver, 'PATCH', `members/${id}`, { status: 'active' });
      if (answer.status !== 200) return none(answer);
      return { answer, receiver: await site.meAgain(id) };
    },
  };
}

function newApp(site: GivingTenant, verifier: string, allower: Allower): Way {
  return {
    name: 'POST /oauth-clients, let in by an owner',
    to: 'person',
    givesRoles: false,
    async give(giver, scopes) {
      const uri = 'https://app.example/callback';
      const json = { name: site.next('a'), redirectUris: [uri], scopes, confidential: false };
      const answer = await site.send(giver, 'POST', 'oauth-clients', json);
      if (answer.status !== 201) return none(answer);
      const app = { id: String(dataOf(answer)['id']), scope: scopes.join(' '), verifier };
      return { answer, receiver: await site.me((await letIn(site.house, app, allower)).access_token) };
    },
  };
}

/** @param verifier of the apps that ask @param allower an owner, who lets them in */
export function waysOf(site: GivingTenant, verifier: string, allower: Allower): readonly Way[] {
  const bySite = [newKey, newRole, changedRole, newRoles, newMember, changedMember, resumedMember];
  return [...bySite.map((make) => make(site)), newApp(site, verifier, allower)];
}
