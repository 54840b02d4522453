/** The tenant in which rights are given, as its owner uses it: who gives, who has what, new members, new roles. */
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import type { Answer, TestServer } from '#test/fixtures/test-server.ts';
import type { Holder } from './rights.ts';

export interface Giver extends Holder {
  readonly credential: string;
}

export class GivingTenant {
  readonly house: TestServer;
  readonly tenant: CreatedTenant;
  readonly owner: Giver;
  #count = 0;

  constructor(house: TestServer, tenant: CreatedTenant) {
    this.house = house;
    this.tenant = tenant;
    this.owner = { kind: 'key', scopes: [], roles: [], credential: tenant.apiKey };
  }

  /** @returns a name that was not given out before */
  next(prefix: string): string {
    return `${prefix}-${++this.#count}`;
  }

  send({ credential: key }: Giver, method: string, path: string, json?: unknown): Promise<Answer> {
    return this.house.send(method, `/api/v1/${path}`, { key, ...(json === undefined ? {} : { json }) });
  }

  async me(credential: string): Promise<Giver> {
    const { body, text } = await this.house.send('GET', '/api/v1/auth/me', { key: credential });
    const { kind, scopes, roles } = must(body['data'], text) as unknown as Holder;
    return { kind, scopes, roles, credential };
  }

  async person(role: string): Promise<{ readonly id: string; readonly credential: string }> {
    const [email, now] = [`${this.next('p')}@example.org`, new Date().toISOString()];
    const { access } = this.house.admin;
    const store = await this.house.admin.directory.open(this.tenant.tenant);
    const account = (await access.accounts.ensure(email)).id;
    const none = { name: null, invitedBy: null, invitationSentAt: null, invitationExpiresAt: null };
    const values = { ...none, invitationProblem: null, invitation: null, joinedAt: now, emailKey: email, account };
    const made = expectOk(
      await store.commit('system:test', async (tx) =>
        ok(await tx.create('members', { ...values, email, role, status: 'active' })),
      ),
    );
    const { id } = made.value;
    return { id, credential: await this.loginOf(id) };
  }

  /** Logs in after a suspension. The follower that ends sessions for it may be late, and then ends this one, too. */
  async meAgain(member: string): Promise<Giver> {
    for (let tries = 0; tries < 20; tries += 1) {
      const credential = await this.loginOf(member);
      const { status } = await this.house.send('GET', '/api/v1/auth/me', { key: credential });
      if (status === 200) return this.me(credential);
    }
    throw new Error(`no login of ${member} lasts`);
  }

  /** Without a password: hashing one takes longer than all else together. */
  async loginOf(member: string): Promise<string> {
    const { oauth, people } = this.house.admin.access;
    const found = must(await oauth.find(this.tenant.tenant.id, member), 'the member');
    return (await people.logIn(found, { how: 'password', from: '127.0.0.1' })).accessToken;
  }

  /** Made by the owner: a role of these scopes that no member has yet. */
  async roleOf(scopes: readonly string[]): Promise<string> {
    const name = this.next('r');
    const made = await this.send(this.owner, 'POST', 'roles', { name, scopes });
    if (made.status !== 201) throw new Error(made.text);
    return name;
  }
}
