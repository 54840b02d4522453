/** The badges of the event: what share of attendees holds each, beside the share that should. */
import { Problem } from '../../../parts/problem.tsx';
import { StatePill, type Tone } from '../../../parts/state-pill.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { named, t } from '../../../parts/text/text.ts';
import { request } from '../../data/client.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import type { SectionProps } from './section.ts';

type Standing = 'below' | 'within' | 'above';

interface Badge {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly rarity: string;
  readonly enabled: boolean;
  readonly targetShare: { readonly min: number; readonly max: number };
  readonly awardedShare: number;
  readonly standing: Standing;
  readonly holders: number;
}

const standings: Readonly<Record<Standing, { readonly tone: Tone; readonly label: string }>> = {
  below: { tone: 'warn', label: t('fewer_than_planned') },
  within: { tone: 'success', label: t('as_planned') },
  above: { tone: 'warn', label: t('more_than_planned') },
};

const readBadges = async (eventId: string) =>
  (await request<{ readonly badges: readonly Badge[] }>('GET', `/events/${eventId}/gamification/badges`)).badges;

export function Badges({ event }: SectionProps) {
  const { data, error } = useLiveQuery({
    key: ['badges', event.id],
    read: () => readBadges(event.id),
    of: ['badge_awards'],
    atMostEveryMs: 5_000,
  });
  return (
    <>
      <h2>{t('badges')}</h2>
      <Problem error={error} />
      <DataTable
        caption={t('badges')}
        rows={data?.filter(({ enabled }) => enabled) ?? (error ? [] : null)}
        nameOf={({ name }) => name}
        columns={[
          {
            label: t('award_badge'),
            cell: ({ description, name }) => (
              <>
                {name}
                <small>{description}</small>
              </>
            ),
          },
          { label: t('rarity'), cell: ({ rarity }) => named(rarity) },
          { label: t('holders'), isNumber: true, cell: ({ holders }) => holders },
          {
            label: t('share_of_attendees'),
            cell: ({ awardedShare, standing, targetShare: { max, min } }) => (
              <>
                {t('share_beside_target', { share: awardedShare, min, max })}{' '}
                <StatePill tone={standings[standing].tone}>{standings[standing].label}</StatePill>
              </>
            ),
          },
        ]}
        empty={t('gamification_is_off')}
      />
    </>
  );
}
