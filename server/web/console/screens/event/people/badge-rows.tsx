/** The table of achievement badges: which are awarded, and which of them enter prize draws. */
import { badges as allBadges, type BadgeId, badgeIds } from '#shared/gamification/badges.ts';
import { GroupRow } from '../../../../parts/form/form-row.tsx';
import { named, t } from '../../../../parts/text/text.ts';
import { awardTexts } from '../../award-texts.ts';
import type { BadgeDraft, GamificationDraft } from './gamification-draft.ts';

interface BadgeRowsProps {
  readonly badges: GamificationDraft['badges'];
  readonly onChange: (badges: GamificationDraft['badges']) => void;
}

interface CellProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

function CheckCell({ label, onChange, ...rest }: CellProps) {
  return (
    <td>
      <input type="checkbox" aria-label={label} {...rest} onChange={({ target }) => onChange(target.checked)} />
    </td>
  );
}

export function BadgeRows({ badges, onChange }: BadgeRowsProps) {
  const set = (id: BadgeId, patch: Partial<BadgeDraft>) => onChange({ ...badges, [id]: { ...badges[id], ...patch } });
  return (
    <GroupRow label={t('badges')} name="badges">
      <div className="cells">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('award_badge')}</th>
              <th scope="col">{t('awarded')}</th>
              <th scope="col">{t('enters_prize_draws')}</th>
            </tr>
          </thead>
          <tbody>
            {badgeIds.map((id) => {
              const { description, name } = awardTexts[id];
              const { rarity } = allBadges[id];
              return (
                <tr key={id}>
                  <th scope="row">
                    {name}
                    <small>{t('award_is', { rarity: named(rarity), description })}</small>
                  </th>
                  <CheckCell
                    label={t('is_awarded', { name })}
                    checked={badges[id].enabled}
                    onChange={(enabled) => set(id, { enabled })}
                  />
                  <CheckCell
                    label={t('enters_prize_draws_of', { name })}
                    checked={badges[id].enabled && badges[id].prizeDraw}
                    disabled={!badges[id].enabled}
                    onChange={(prizeDraw) => set(id, { prizeDraw })}
                  />
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </GroupRow>
  );
}
