/** Sends invitations: a follower at once, and a timed job again after the mail server could not take one. */

import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import { type MemberRecord, members } from '#shared/modules/auth/members.ts';
import { where } from '#shared/query/query.ts';
import type { Follower, FollowerContext, TimedJob } from '../../core/collections/follower.ts';
import type { AuthPorts } from './ports.ts';

const dueMax = 200;
const problemMax = 500;

function isDue(member: MemberRecord, nowIso: string): boolean {
  const { invitation, invitationExpiresAt, invitationSentAt, status } = member;
  return (
    status === 'invited' && invitation !== null && invitationSentAt === null && (invitationExpiresAt ?? '') > nowIso
  );
}

async function send(
  member: MemberRecord,
  context: FollowerContext,
  { links, notices, addressOf }: AuthPorts,
): Promise<void> {
  const invitation = must(member.invitation, 'the invitation of an invited member');
  const token = links.invitation({ tenant: context.tenant, member: member.id, invitation });
  const { base, tenantName } = await addressOf(context.tenant);
  const delivery = await notices.send({
    // The same at every attempt, so that a receiver can tell a repetition.
    messageId: `<${invitation}@gatehouse>`,
    recipient: { name: member.name ?? '', email: member.email },
    subject: `You are invited to ${tenantName}`,
    paragraphs: [
      `${member.invitedBy ?? 'An administrator'} invited you to join ${tenantName} as ${member.role}.`,
      'The link is valid for 7 days. If you were not expecting it, ignore this email.',
    ],
    link: { label: 'Accept the invitation', url: `${base}/auth/invitation?token=${encodeURIComponent(token)}` },
  });
  const problem = delivery.kind === 'sent' ? null : delivery.problem.slice(0, problemMax);
  const sent = delivery.kind === 'later' ? {} : { invitationSentAt: isoTime(context.clock()) };
  await context.commit(async (tx) => {
    const current = await tx.get(members, member.id);
    if (current?.invitation === invitation)
      await tx.update('members', member.id, { ...sent, invitationProblem: problem });
    return ok(null);
  });
}

export function followInvitations(ports: AuthPorts): Follower {
  return {
    name: 'auth.invitations',
    collections: ['members'],
    async handle(changes, context) {
      for (const id of new Set(changes.filter(({ op }) => op === 'create').map((change) => change.id))) {
        const member = await context.reader.get(members, id);
        if (member && isDue(member, isoTime(context.clock()))) await send(member, context, ports);
      }
    },
  };
}

/** Returns invited members whose first attempt, which is the follower's, did not succeed. */
async function unsent({ clock, reader }: FollowerContext): Promise<readonly MemberRecord[]> {
  const invited = await reader.find(members, {
    where: where({ status: 'invited', invitationSentAt: null }),
    limit: dueMax,
  });
  const nowIso = isoTime(clock());
  return invited.filter((member) => member.invitationProblem !== null && isDue(member, nowIso));
}

export function retryInvitations(ports: AuthPorts): TimedJob {
  return {
    name: 'auth.retry-invitations',
    everyMs: minuteMs,
    // Each minute while there are any: their number is small, and the mail server comes back.
    nextDue: async (context) => ((await unsent(context)).length > 0 ? context.clock() : null),
    async run(context) {
      for (const member of await unsent(context)) await send(member, context, ports);
    },
  };
}
