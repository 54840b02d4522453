/** The commands that the palette finds without a request to the server: pages, events, settings and actions. */
import { namedEventStatus, t } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { eventSections, settingsSections } from '../../screens/section-labels.ts';
import { pages } from '../address.ts';

export interface Command {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly hint?: string;
  readonly address: string;
}

export function commandsOf(events: readonly EventSummary[], event: EventSummary | null): readonly Command[] {
  const of = event?.id ?? '';
  const action = (label: string, address: string): Command => ({
    id: `action ${address}`,
    group: t('actions'),
    label,
    address,
  });
  const page = (label: string, address: string, hint?: string): Command => ({
    ...{ id: `page ${address}`, group: t('pages'), label, address },
    ...(hint && { hint }),
  });
  return [
    ...(event
      ? [
          action(t('add_attendee'), `/attendees/${of}/new`),
          action(t('write_a_message'), `/messages/${of}/new`),
          action(t('add_a_ticket_type'), `/tickets/${of}/new`),
          action(t('create_a_voucher'), `/tickets/${of}/voucher-new`),
          action(t('import_or_export_attendees'), `/import/${of}`),
        ]
      : []),
    action(t('new_event'), '/new'),
    ...Object.entries(pages)
      .filter(([name]) => event || name === 'settings')
      .map(([name, label]) => page(label, name === 'settings' ? '/settings' : `/${name}/${of}`)),
    ...(event
      ? Object.entries(eventSections).map(([name, label]) => page(label, `/event/${of}/${name}`, pages.event))
      : []),
    ...Object.entries(settingsSections).map(([name, label]) => page(label, `/settings/${name}`, pages.settings)),
    ...events.map(
      ({ id, name, status }): Command => ({
        ...{
          id: `event ${id}`,
          group: t('events'),
          label: name,
          hint: namedEventStatus(status),
          address: `/overview/${id}`,
        },
      }),
    ),
  ];
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Every word that was typed begins a word of the label or its hint. */
export function matching(commands: readonly Command[], typed: string): readonly Command[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  return commands.filter(({ label, hint = '' }) => {
    const own = folded(`${label} ${hint}`).split(/[^\p{L}\p{N}]+/u);
    return words.every((word) => own.some((one) => one.startsWith(word)));
  });
}
