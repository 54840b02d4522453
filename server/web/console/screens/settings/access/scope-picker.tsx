/** Scopes chosen from the areas there are: modules at once, single collections by search. */

import { useState } from 'react';
import { Button } from '../../../../parts/button.tsx';
import { GroupRow } from '../../../../parts/form/form-row.tsx';
import { SearchBox } from '../../../../parts/form/search-box.tsx';
import { Loading } from '../../../../parts/states.tsx';
import { t } from '../../../../parts/text/text.ts';
import { useOnceQuery } from '../../../data/once-query.ts';
import { type Area, coveredBy, readAreas, type Verb } from './areas.ts';

export interface ScopePickerProps {
  readonly chosen: readonly string[];
  readonly hint: string;
  readonly onChange: (chosen: readonly string[]) => void;
}

const verbs: readonly Verb[] = ['read', 'write'];

function isShown({ area, label, module }: Area, search: string, chosen: readonly string[]): boolean {
  const isChosen = verbs.some((verb) => chosen.includes(`${area}:${verb}`));
  if (search === '') return module === null || isChosen;
  return isChosen || `${area} ${label} ${module ?? ''}`.toLowerCase().includes(search);
}

export function ScopePicker({ chosen, hint, onChange }: ScopePickerProps) {
  const { data: areas, error, again } = useOnceQuery(['areas'], readAreas);
  const [search, setSearch] = useState('');
  const shown = areas?.filter((area) => isShown(area, search.trim().toLowerCase(), chosen)) ?? [];

  function toggle(scope: string): void {
    onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope]);
  }

  return (
    <GroupRow label={t('scopes')} name="scopes" hint={hint}>
      {error && (
        <p className="wrong" role="alert">
          {error.message} <Button onClick={again}>{t('try_again')}</Button>
        </p>
      )}
      <div className="pick">
        <SearchBox label={t('find_a_module_or_a_collection')} value={search} onChange={setSearch} />
        <div className="choices" role="group" aria-label={t('areas')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('area')}</th>
                <th scope="col">{t('read')}</th>
                <th scope="col">{t('write')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((area) => (
                <tr key={area.area}>
                  <th scope="row" className={area.module === null ? undefined : 'below'}>
                    {area.label}
                    <small>
                      <code>{area.area}</code>
                    </small>
                  </th>
                  {verbs.map((verb) =>
                    (area.verbs ?? verbs).includes(verb) ? (
                      <ScopeCell key={verb} {...{ area, verb, chosen }} onToggle={toggle} />
                    ) : (
                      <td key={verb} />
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
          {areas === null && !error && <Loading />}
          {areas !== null && shown.length === 0 && <p className="empty">{t('nothing_has_that_name_try_fewer')}</p>}
        </div>
        <p className="picked" role="status">
          {chosen.length === 0 ? t('nothing_chosen_yet') : t('chosen', { list: chosen.join(', ') })}
        </p>
      </div>
    </GroupRow>
  );
}

interface CellProps {
  readonly area: Area;
  readonly verb: Verb;
  readonly chosen: readonly string[];
  readonly onToggle: (scope: string) => void;
}

function ScopeCell({ area, verb, chosen, onToggle }: CellProps) {
  const scope = `${area.area}:${verb}`;
  const wider = coveredBy(area, verb, chosen);
  return (
    <td>
      <label className="check" title={wider === null ? undefined : t('part_of', { wider })}>
        <input
          type="checkbox"
          checked={chosen.includes(scope) || wider !== null}
          disabled={wider !== null && !chosen.includes(scope)}
          onChange={() => onToggle(scope)}
        />
        <span className="visually-hidden">
          {verb} {area.label}
        </span>
      </label>
    </td>
  );
}
