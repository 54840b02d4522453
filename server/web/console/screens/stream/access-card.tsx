/**
 * Sets the access to the stream: whether it is on, with which tickets, whether it is recorded, the languages of its captions.
 */
import { ChoiceRow, ManyRow, type Option, TextRow } from '../../../parts/form/fields.tsx';
import { CheckRow } from '../../../parts/form/form-row.tsx';
import { t } from '../../../parts/text/text.ts';
import { ValueRow } from '../../../parts/value-row.tsx';
import { useRecord } from '../../data/use-record.ts';
import { RecordEdit } from '../../form/record-edit.tsx';
import { listOf, type StreamedEvent } from './stream-setting.ts';

const accessOptions = [
  { value: 'tickets', label: t('holders_of_a_ticket') },
  { value: 'public', label: t('everyone') },
  { value: 'none', label: t('no_one_only_the_targets') },
] as const satisfies readonly Option[];

/** Without a setting the stream goes to targets alone. */
const draftOf = ({ streaming }: StreamedEvent) => ({
  enabled: streaming?.enabled !== false,
  access: streaming === null ? 'none' : (streaming.access ?? 'tickets'),
  ticketTypes: streaming?.ticketTypes ?? [],
  record: streaming?.record === true,
  captions: streaming?.captions?.enabled !== false,
  languages: (streaming?.captions?.languages ?? []).join(', '),
});

const valuesOf = ({ access, captions, enabled, languages, record, ticketTypes }: ReturnType<typeof draftOf>) => ({
  streaming: { enabled, access, ticketTypes, record, captions: { enabled: captions, languages: listOf(languages) } },
});

interface AccessCardProps {
  readonly eventId: string;
  /** Address of the player; null: not known yet. */
  readonly player: string | null;
  readonly types: readonly { readonly key: string; readonly name: string }[];
}

export function AccessCard({ eventId, player, types }: AccessCardProps) {
  const { data: record } = useRecord<StreamedEvent>('events', eventId);
  if (!record) return null;
  const named = types.map(({ key, name }) => ({ value: key, label: name }));
  /** A type that was removed can still be taken out of the setting. */
  const offered = (chosen: readonly string[]) => [
    ...named,
    ...chosen.filter((key) => !types.some((type) => type.key === key)).map((key) => ({ value: key, label: key })),
  ];
  return (
    <RecordEdit
      title={t('who_may_watch')}
      collection="events"
      labels={{ streaming: t('who_may_watch') }}
      mayWrite
      {...{ record, draftOf, valuesOf }}
    >
      {(value, set) => (
        <>
          <CheckRow
            label={t('streaming_is_on')}
            name="enabled"
            hint={t('if_it_is_off_encoders_are')}
            checked={value.enabled}
            onChange={(enabled) => set({ enabled })}
          />
          <ChoiceRow
            label={t('the_player_is_for')}
            name="access"
            options={accessOptions}
            value={value.access}
            onChange={(access) => set({ access })}
          />
          {value.access === 'tickets' && (
            <ManyRow
              label={t('ticket_types_2')}
              name="ticketTypes"
              hint={t('choose_none_for_all_tickets')}
              options={offered(value.ticketTypes)}
              value={value.ticketTypes}
              onChange={(ticketTypes) => set({ ticketTypes })}
            />
          )}
          <CheckRow
            label={t('keep_a_recording')}
            name="record"
            hint={t('the_player_shows_it_after_the')}
            checked={value.record}
            onChange={(record) => set({ record })}
          />
          <CheckRow
            label={t('captions')}
            name="captions"
            checked={value.captions}
            onChange={(captions) => set({ captions })}
          />
          {value.captions && (
            <TextRow
              label={t('languages_of_captions')}
              name="languages"
              isCode
              hint={t('language_codes_with_commas')}
              value={value.languages}
              onChange={(languages) => set({ languages })}
            />
          )}
          {record.streaming?.access === 'public' && player !== null && (
            <dl>
              <ValueRow label={t('for_other_websites')} value={t('embed_code', { player })} />
            </dl>
          )}
        </>
      )}
    </RecordEdit>
  );
}
