/**
 * Follower: mails the owners when single sign-on was changed or removed. A provider decides who logs in, so that a change
 * by an administrator, or by a key that was stolen, is seen by those who answer for the tenant.
 */

import { isObject } from '#shared/base/json.ts';
import { dayMs, isoTime } from '#shared/base/time.ts';
import { type AuditEntryRecord, auditEntries, members } from '#shared/modules/auth/members.ts';
import { where } from '#shared/query/query.ts';
import { type Follower, type FollowerContext, recordIn } from '../../core/collections/follower.ts';
import type { AuthPorts } from './ports.ts';

const recipientsMax = 20;
/** Maximum number of sent mails that this process remembers: when one recipient has to wait, the others get no second mail. */
const sentMax = 1_000;
/** A follower that comes with a new release reads the log from its beginning: old news is not sent. */
const newsMs = 7 * dayMs;

const subjects: Readonly<Record<string, string>> = {
  'sso.set': 'Single sign-on was changed',
  'sso.removed': 'Single sign-on was removed',
};

/** Leaves out the provider's name, which the console shows: it is free text, chosen by the person who changed it. */
function paragraphsOf({ action, actorLabel, actor, createdAt, detail, from }: AuditEntryRecord): string[] {
  const place = from === null ? 'on the server itself' : `from ${from}`;
  const said = isObject(detail) ? detail : {};
  const fields = Array.isArray(said['fields']) ? said['fields'].join(', ') : '';
  const waits = said['waitsForOwner'] === true;
  return [
    `${actorLabel ?? actor} ${action === 'sso.removed' ? 'removed' : 'changed'} single sign-on ${place} at ${createdAt}.`,
    ...(fields === '' ? [] : [`These settings were sent: ${fields}.`]),
    waits
      ? 'No one can log in with it until an owner allows roles for it. Do that only if you recognize this change.'
      : 'If you do not recognize this change, remove the provider, and revoke the key or suspend the member that made it.',
  ];
}

export function notifyOwners({ addressOf, notices }: Pick<AuthPorts, 'addressOf' | 'notices'>): Follower {
  const sent = new Set<string>();

  async function notify(entry: AuditEntryRecord, { reader, tenant }: FollowerContext): Promise<void> {
    const { base, tenantName } = await addressOf(tenant);
    const owners = await reader.find(members, {
      where: where({ role: 'owner', status: 'active' }),
      limit: recipientsMax,
    });
    for (const { id, name, email } of owners) {
      const messageId = `<sso-${entry.id}-${id}@gatehouse>`;
      if (sent.has(messageId)) continue;
      const delivery = await notices.send({
        messageId,
        recipient: { name: name ?? '', email },
        subject: `${subjects[entry.action]} in ${tenantName}`,
        paragraphs: paragraphsOf(entry),
        link: { label: 'Open single sign-on', url: `${base}/console/#/settings/sso` },
      });
      if (delivery.kind === 'later') throw new Error(`the email about single sign-on is waiting: ${delivery.problem}`);
      if (sent.size >= sentMax) sent.clear();
      sent.add(messageId);
    }
  }

  return {
    name: 'auth.notify-owners',
    collections: ['audit_entries'],
    async handle(changes, context) {
      const oldest = isoTime(context.clock() - newsMs);
      for (const { op, ...change } of changes) {
        const entry = recordIn(change, auditEntries);
        if (op === 'create' && Object.hasOwn(subjects, entry.action) && entry.createdAt > oldest)
          await notify(entry, context);
      }
    },
  };
}
