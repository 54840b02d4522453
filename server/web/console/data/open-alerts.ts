/** Selects the alerts that the organizer of an event has to see, for the list of them and for what counts them. */
import { mailAlertKinds } from '#shared/modules/events/payment.ts';

/** Returns the `where` of the alerts that are not resolved: of the event, and of no event (an account, the mail server). */
export function openAlerts(event: string, about: 'all' | 'money' | 'mails' = 'all') {
  const kinds = { all: {}, money: { kind: { not_in: mailAlertKinds } }, mails: { kind: { in: mailAlertKinds } } }[
    about
  ];
  const here = { or: [{ event: { equals: event } }, { event: { exists: false } }] };
  return { resolvedAt: { exists: false }, ...kinds, ...here };
}
