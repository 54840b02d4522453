/**
 * The form that announces a draw, or changes one whose entrants are not fixed: who enters, how many win, and what proves that
 * the result could not be known.
 */
import { type Rarity, rarities } from '#shared/gamification/badges.ts';
import { prizeDraws, publicSources } from '#shared/modules/events/gamification.ts';
import { allRefusals, refuseField, refuseUnfit } from '../../../parts/as-error.ts';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { ChoiceRow, ManyRow, NumberRow, TextRow } from '../../../parts/form/fields.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { fieldText, textOrNull, wholeOrNull } from '../../../parts/form/values.ts';
import { named, t, tx } from '../../../parts/text/text.ts';
import { request } from '../../data/client.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { type Draw, drawsPath } from './draw.ts';
import type { SectionProps } from './section.ts';

type PublicSource = (typeof publicSources)[number];

const sourceLabels: Readonly<Record<PublicSource, string>> = {
  none: t('the_seed_alone'),
  checkins: t('the_seed_and_the_number_of'),
  announced: t('the_seed_and_a_value_that'),
};

const emptyDraft = {
  name: '',
  prizes: '1',
  claimHours: '48',
  badgeRarities: ['rare', 'legendary'] as readonly string[],
  publicSource: 'none' as PublicSource,
  publicNote: '',
};

function draftOf(draw: Draw | null): typeof emptyDraft {
  if (draw === null) return emptyDraft;
  const { badgeRarities, claimHours, name, prizes, publicNote, publicSource } = draw;
  const numbers = { prizes: fieldText(prizes), claimHours: fieldText(claimHours) };
  return { name, ...numbers, badgeRarities, publicSource, publicNote: publicNote ?? '' };
}

/** Definitions of the numbers, whose bounds are checked here, so that they are refused together with everything else. */
const boundFields = prizeDraws.fields
  .filter(({ name }) => name === 'prizes' || name === 'claimHours')
  .map((field) => ({ ...field, readOnly: false }));

/** Returns the values that can be changed after the announcement. @throws GatehouseError beside the rows that are wrong */
function termsOf({ badgeRarities, claimHours, name, prizes }: typeof emptyDraft) {
  if (badgeRarities.length === 0) refuseField('badgeRarities', 'required', t('choose_at_least_one_rarity'), null);
  const numbers = { prizes: wholeOrNull(prizes, 'prizes'), claimHours: wholeOrNull(claimHours, 'claimHours') };
  refuseUnfit(boundFields, numbers);
  return { name: name.trim(), ...numbers, badgeRarities };
}

/** Returns the source of the result, which is fixed by the announcement. @throws GatehouseError beside the row that is wrong */
function sourceOf({ publicNote, publicSource }: typeof emptyDraft) {
  if (publicSource !== 'announced') return { publicSource, publicNote: null };
  const note = textOrNull(publicNote);
  if (note === null) refuseField('publicNote', 'required', t('say_where_the_value_comes_from'), null);
  return { publicSource, publicNote: note };
}

interface DrawFormProps extends Pick<SectionProps, 'event'> {
  /** Null: the form announces a new one. */
  readonly draw: Draw | null;
  /** @param said what was done; null: nothing */
  readonly onDone: (said: string | null) => void;
}

export function DrawForm({ event, draw, onDone }: DrawFormProps) {
  const { isDirty, set, value } = useDraft(draftOf(draw));
  const bodyOf = () => allRefusals(() => ({ ...termsOf(value), ...(draw === null && sourceOf(value)) }));
  async function save(): Promise<void> {
    const path = drawsPath(event.id);
    if (draw === null) await request('POST', path, bodyOf());
    else await request('PATCH', `${path}/${draw.id}`, bodyOf());
    onDone(draw === null ? t('draw_is_announced') : t('draw_saved'));
  }
  return (
    <EditForm
      title={draw === null ? t('announce_a_draw') : t('change_draw')}
      submit={draw === null ? t('announce_draw') : t('save_draw')}
      isDirty={isDirty}
      check={bodyOf}
      onSave={save}
      onCancel={() => onDone(null)}
    >
      <TermRows {...{ event, set, value }} />
      {draw === null ? <SourceRows {...{ set, value }} /> : <p className="intro">{t('draw_source_is_fixed')}</p>}
    </EditForm>
  );
}

type RowsProps = Pick<ReturnType<typeof useDraft<typeof emptyDraft>>, 'set' | 'value'>;

interface EnteringBadge {
  readonly rarity: string;
  readonly enabled: boolean;
  readonly prizeDraw: boolean;
}

/** Returns the hint that says who enters, or that no badge of the chosen rarities lets anyone in. */
function useEnteringHint(event: SectionProps['event'], chosen: readonly string[]) {
  const { data } = useLiveQuery({
    key: ['badges-that-enter', event.id],
    read: () =>
      request<{ readonly badges: readonly EnteringBadge[] }>('GET', `/events/${event.id}/gamification/badges`),
    of: ['events'],
  });
  const enters = ({ enabled, prizeDraw, rarity }: EnteringBadge) => enabled && prizeDraw && chosen.includes(rarity);
  if (!data || chosen.length === 0 || data.badges.some(enters)) return t('holders_of_a_badge_that_enters');
  const a = <a href={`#/event/${event.id}/points`}>{t('points_and_badges')}</a>;
  return <strong>{tx('no_badge_of_these_rarities_enters', { a })}</strong>;
}

function TermRows({ event, set, value }: RowsProps & Pick<SectionProps, 'event'>) {
  const whoEnters = useEnteringHint(event, value.badgeRarities);
  return (
    <>
      <TextRow
        label={t('name')}
        name="name"
        required
        maxLength={200}
        value={value.name}
        onChange={(name) => set({ name })}
      />
      <NumberRow label={t('prizes')} name="prizes" value={value.prizes} onChange={(prizes) => set({ prizes })} />
      <ManyRow
        label={t('who_enters')}
        name="badgeRarities"
        hint={whoEnters}
        value={value.badgeRarities}
        options={rarities.map((rarity: Rarity) => ({ value: rarity, label: named(rarity) }))}
        onChange={(badgeRarities) => set({ badgeRarities })}
      />
      <NumberRow
        label={t('hours_to_claim')}
        name="claimHours"
        hint={t('after_that_the_next_place_wins')}
        value={value.claimHours}
        onChange={(claimHours) => set({ claimHours })}
      />
    </>
  );
}

function SourceRows({ set, value }: RowsProps) {
  return (
    <>
      <ChoiceRow
        label={t('the_result_follows_from')}
        name="publicSource"
        hint={t('the_commitment_to_the_seed_is')}
        value={value.publicSource}
        options={publicSources.map((source) => ({ value: source, label: sourceLabels[source] }))}
        onChange={(chosen) => set({ publicSource: publicSources.find((source) => source === chosen) ?? 'none' })}
      />
      {value.publicSource === 'announced' && (
        <TextRow
          label={t('where_the_value_will_come_from')}
          name="publicNote"
          maxLength={500}
          hint={t('for_example_the_numbers_of_the')}
          value={value.publicNote}
          onChange={(publicNote) => set({ publicNote })}
        />
      )}
    </>
  );
}
