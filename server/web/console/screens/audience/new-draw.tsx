/** The form that announces a draw: who enters, how many win, and what proves that the result could not be known. */
import { useState } from 'react';
import { type Rarity, rarities } from '#shared/gamification/badges.ts';
import { publicSources } from '#shared/modules/events/gamification.ts';
import { fieldError } from '../../../parts/as-error.ts';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { ChoiceRow, ManyRow, NumberRow, TextRow } from '../../../parts/form/fields.tsx';
import { textOrNull, wholeOrNull } from '../../../parts/form/values.ts';
import { named, t } from '../../../parts/text/text.ts';
import { request } from '../../data/client.ts';
import type { SectionProps } from './section.ts';

type PublicSource = (typeof publicSources)[number];

const sourceLabels: Readonly<Record<PublicSource, string>> = {
  none: t('the_seed_alone'),
  checkins: t('the_seed_and_the_number_of'),
  announced: t('the_seed_and_a_value_that'),
};

const start = {
  name: '',
  prizes: '1',
  claimHours: '48',
  badgeRarities: ['rare', 'legendary'] as readonly string[],
  publicSource: 'none' as PublicSource,
  publicNote: '',
};

export function NewDraw({ event, onDone }: Pick<SectionProps, 'event'> & { readonly onDone: () => void }) {
  const [value, setValue] = useState(start);
  const set = (patch: Partial<typeof start>) => setValue((now) => ({ ...now, ...patch }));
  async function save(): Promise<void> {
    const { badgeRarities, claimHours, name, prizes, publicNote, publicSource } = value;
    if (badgeRarities.length === 0) throw fieldError('badgeRarities', 'required', t('choose_at_least_one_rarity'));
    const body = {
      name: name.trim(),
      prizes: wholeOrNull(prizes, 'prizes'),
      claimHours: wholeOrNull(claimHours, 'claimHours'),
      badgeRarities,
      publicSource,
      publicNote: publicSource === 'announced' ? textOrNull(publicNote) : null,
    };
    await request('POST', `/events/${event.id}/gamification/draws`, body);
    onDone();
  }
  return (
    <EditForm
      title={t('announce_a_draw')}
      submit={t('announce_draw')}
      isDirty={value !== start}
      onSave={save}
      onCancel={onDone}
    >
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
        hint={t('holders_of_a_badge_that_enters')}
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
    </EditForm>
  );
}
