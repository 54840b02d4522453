/** Selects the alerts that the organizer of an event has to see, for the list of them and for what counts them. */
import { mailAlertKinds } from '#shared/modules/events/payment.ts';

/** Also those that belong to no event: of an account, of the mail server. */
export function openAlerts(event: string, about: 'all' | 'money' | 'mails' = 'all') {
  const kinds = { all: {}, money: { kind: { not_in: mailAlertKinds } }, mails: { kind: { in: mailAlertKinds } } }[
    about
  ];
  const here = { or: [{ event: { equals: event } }, { event: { exists: false } }] };
  return { resolvedAt: { exists: false }, ...kinds, ...here };
}
