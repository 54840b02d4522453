/** The numbers of current and past viewers, in all and by platform. */
import { countText } from '../../../parts/money-text.ts';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { t } from '../../../parts/text/text.ts';
import type { ViewerNumbers, Viewers } from './stream-data.ts';

const numbers = [
  ['currentViewers', t('watching_now')],
  ['peakViewers', t('most_at_once')],
  ['uniqueViewers', t('different_viewers')],
  ['watchMinutes', t('minutes_watched')],
] as const satisfies readonly (readonly [keyof ViewerNumbers, string])[];

/** Returns the name that a platform reports for itself; our player has a name of its own. */
const platformName = (platform: string) => (platform === 'player' ? t('player_of_this_event') : platform);

export function ViewersCard({ viewers }: { readonly viewers: Viewers }) {
  return (
    <section className="card" aria-labelledby="stream-viewers">
      <h2 id="stream-viewers">{t('viewers')}</h2>
      <dl className="stream-numbers">
        {numbers.map(([name, label]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{countText(viewers[name])}</dd>
          </div>
        ))}
      </dl>
      {viewers.platforms.length > 0 && (
        <DataTable
          caption={t('viewers_by_platform')}
          rows={viewers.platforms.map((one) => ({ ...one, id: one.platform }))}
          nameOf={({ platform }) => platformName(platform)}
          columns={[
            { label: t('platform'), cell: ({ platform }) => platformName(platform) },
            ...numbers.map(([name, label]) => ({
              label,
              isNumber: true,
              cell: (row: ViewerNumbers) => countText(row[name]),
            })),
          ]}
          empty={null}
        />
      )}
    </section>
  );
}
