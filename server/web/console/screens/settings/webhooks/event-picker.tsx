/** Event types chosen by collection or one by one, from all there are in the organization. */

import { useId, useState } from 'react';
import { GroupRow } from '../../../../parts/form/form-row.tsx';
import { SearchBox } from '../../../../parts/form/search-box.tsx';
import { RowButton } from '../../../../parts/row-button.tsx';
import { Loading } from '../../../../parts/states.tsx';
import { t, tx } from '../../../../parts/text/text.ts';
import { request } from '../../../data/client.ts';
import { useOnceQuery } from '../../../data/once-query.ts';

export interface EventPickerProps {
  readonly isAll: boolean;
  /** Event types, or patterns of all types of a collection: `commerce.order.*`. */
  readonly chosen: readonly string[];
  readonly onChange: (patch: { readonly isAll?: boolean; readonly events?: readonly string[] }) => void;
}

interface EventGroup {
  readonly collection: string;
  /** Pattern of all types of the collection. */
  readonly pattern: string;
  readonly types: readonly string[];
}

async function readGroups(): Promise<readonly EventGroup[]> {
  const { data } = await request<{ data: readonly { type: string; collection: string }[] }>(
    'GET',
    '/api/v1/webhook-event-types',
  );
  const byCollection = Map.groupBy(data, ({ collection }) => collection);
  return [...byCollection].map(([collection, all]) => {
    const types = all.map(({ type }) => type);
    return { collection, pattern: (types[0] ?? '').replace(/[^.]+$/, '*'), types };
  });
}

export function EventPicker({ isAll, chosen, onChange }: EventPickerProps) {
  const id = useId();
  return (
    <GroupRow label={t('events')} name="events" hint={t('messages_contain_everything_that_the_person')}>
      {[true, false].map((all) => (
        <label key={String(all)} className="check">
          <input type="radio" name={id} checked={isAll === all} onChange={() => onChange({ isAll: all })} />
          {all ? t('everything_that_happens') : t('only_what_i_choose')}
        </label>
      ))}
      {!isAll && <Choices chosen={chosen} onChange={(events) => onChange({ events })} />}
    </GroupRow>
  );
}

interface ChoicesProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function Choices({ chosen, onChange }: ChoicesProps) {
  const { data: groups, error, again } = useOnceQuery(['webhook-event-types'], readGroups);
  const [search, setSearch] = useState('');
  const term = search.trim().toLowerCase();
  const fits = ({ collection, types }: EventGroup) =>
    term === '' || collection.includes(term) || types.some((type) => type.includes(term));
  const shown = groups?.filter(fits) ?? [];

  function toggle(pattern: string): void {
    onChange(chosen.includes(pattern) ? chosen.filter((one) => one !== pattern) : [...chosen, pattern]);
  }

  return (
    <div className="pick">
      <SearchBox
        label={t('find_an_event_or_a_collection')}
        placeholder={t('find_an_event_or_a_collection_2')}
        value={search}
        onChange={setSearch}
      />
      {error && (
        <p className="wrong" role="alert">
          {error.message} <RowButton label={t('try_again')} of="" onClick={again} />
        </p>
      )}
      <div className="choices" role="group" aria-label={t('event_types')}>
        {shown.map((group) => (
          <Group key={group.collection} {...{ group, term, chosen }} onToggle={toggle} />
        ))}
        {groups === null && !error && <Loading />}
        {groups !== null && shown.length === 0 && <p className="empty">{t('no_event_has_that_name_try')}</p>}
      </div>
      <ul className="chips" aria-label={t('chosen_events')}>
        {chosen.map((pattern) => (
          <li key={pattern}>
            <code>{pattern}</code>
            <RowButton label={t('remove')} of={pattern} onClick={() => toggle(pattern)} />
          </li>
        ))}
      </ul>
      {chosen.length === 0 && <p className="picked">{t('nothing_chosen_yet_type_to_find')}</p>}
    </div>
  );
}

interface GroupProps {
  readonly group: EventGroup;
  readonly term: string;
  readonly chosen: readonly string[];
  readonly onToggle: (pattern: string) => void;
}

/** A collection at once; its single types where the search has found them, or one is chosen. */
function Group({ group: { collection, pattern, types }, term, chosen, onToggle }: GroupProps) {
  const isWhole = chosen.includes(pattern);
  const single = types.filter(
    (type) => chosen.includes(type) || (term !== '' && (type.includes(term) || collection.includes(term))),
  );
  return (
    <>
      <label className="check">
        <input type="checkbox" checked={isWhole} onChange={() => onToggle(pattern)} />
        <span>
          {tx('all_of', {
            replaceAll: collection.replaceAll('_', ' '),
            small: (
              <small>
                <code>{pattern}</code>
              </small>
            ),
          })}
        </span>
      </label>
      {single.map((type) => (
        <label key={type} className="check below">
          <input
            type="checkbox"
            checked={isWhole || chosen.includes(type)}
            disabled={isWhole && !chosen.includes(type)}
            onChange={() => onToggle(type)}
          />
          <code>{type}</code>
        </label>
      ))}
    </>
  );
}
