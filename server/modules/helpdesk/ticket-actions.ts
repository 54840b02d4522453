/** Replies and assignments, and the state of the ticket that follows from them. */
import { type Result, refuse } from '#shared/base/result.ts';
import { assignTicket, replyTicket } from '#shared/modules/helpdesk/actions.ts';
import type { tickets } from '#shared/modules/helpdesk/tickets.ts';
import type { RecordOf } from '#shared/schema/infer.ts';
import { action, type ModuleAction } from '../../core/collections/action.ts';
import { answer, answerOf, needed } from '../common/answer.ts';
import type { RecordWriter } from '../common/record-writer.ts';

type Ticket = RecordOf<typeof tickets>;

/** Returns the changes that a reply makes to the ticket. */
function afterReply(ticket: Ticket, from: 'requester' | 'agent', now: string): Partial<Ticket> {
  if (from === 'requester') return ['waiting', 'resolved', 'closed'].includes(ticket.status) ? { status: 'open' } : {};
  return {
    ...(ticket.firstRespondedAt === null ? { firstRespondedAt: now } : {}),
    ...(['new', 'open'].includes(ticket.status) ? { status: 'waiting' } : {}),
  };
}

export function ticketActions(writer: RecordWriter): readonly ModuleAction[] {
  const reply = action(
    replyTicket,
    async (tx, { ticketId, from = 'agent', agent, internal, body }, context): Promise<Result<unknown>> => {
      const found = await needed(tx, 'tickets', ticketId, 'ticket');
      if (!found.ok) return found;
      const ticket = found.value as unknown as Ticket;
      if (from === 'agent' && !internal && ticket.status === 'closed')
        return refuse({ code: 'state_conflict', message: 'The ticket is closed. Reopen it first.' });
      const errand = { tx, context };
      const message = await writer.create(errand, 'ticket_messages', {
        ticket: ticketId,
        from,
        agent: agent ?? null,
        internal,
        body,
      });
      if (!message.ok) return message;
      const patch = internal ? {} : afterReply(ticket, from ?? 'agent', tx.now);
      const after = await writer.update(errand, 'tickets', ticketId, patch);
      return after.ok ? answer(message.value, { ticket: { id: ticketId, status: after.value['status'] } }) : after;
    },
  );

  const assign = action(assignTicket, async (tx, { ticketId, agent }, context) => {
    const found = await needed(tx, 'tickets', ticketId, 'ticket');
    if (!found.ok) return found;
    const opened = found.value['status'] === 'new' ? { status: 'open' } : {};
    return answerOf(await writer.update({ tx, context }, 'tickets', ticketId, { assignee: agent, ...opened }));
  });

  return [reply, assign];
}
