/** The badges of the event: what share of attendees holds each, beside the share that should. */
import type { BadgeId } from '#shared/gamification/badges.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill, type Tone } from '../../../parts/state-pill.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { named, t } from '../../../parts/text/text.ts';
import { request } from '../../data/client.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { awardTexts } from '../award-texts.ts';
import type { SectionProps } from './section.ts';

type Standing = 'below' | 'within' | 'above';

interface Badge {
  readonly id: BadgeId;
  readonly rarity: string;
  readonly enabled: boolean;
  /** In percent of the confirmed attendees, as `awardedShare`. */
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

async function readBadges(eventId: string) {
  const [{ badges }, { checkedIn }] = await Promise.all([
    request<{ readonly badges: readonly Badge[] }>('GET', `/events/${eventId}/gamification/badges`),
    request<{ readonly checkedIn: number }>('GET', `/events/${eventId}/checkin/stats`),
  ]);
  return { badges, hasBegun: checkedIn > 0 };
}

export function Badges({ event }: SectionProps) {
  const { data, error } = useLiveQuery({
    key: ['badges', event.id],
    read: () => readBadges(event.id),
    of: ['badge_awards', 'checkins'],
    atMostEveryMs: 5_000,
  });
  return (
    <>
      <h2>{t('badges')}</h2>
      <Problem error={error} />
      {data?.hasBegun === false && <p className="intro">{t('no_one_has_checked_in_yet')}</p>}
      <DataTable
        caption={t('badges')}
        rows={data?.badges.filter(({ enabled }) => enabled) ?? (error ? [] : null)}
        nameOf={({ id }) => awardTexts[id].name}
        columns={[
          {
            label: t('award_badge'),
            cell: ({ id }) => (
              <>
                {awardTexts[id].name}
                <small>{awardTexts[id].description}</small>
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
                {data?.hasBegun && <StatePill tone={standings[standing].tone}>{standings[standing].label}</StatePill>}
              </>
            ),
          },
        ]}
        empty={t('gamification_is_off')}
      />
    </>
  );
}
