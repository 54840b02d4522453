/**
 * Previews the import of a file: its columns and their meaning, the numbers of people, the first problems, and the choice of
 * what to take over.
 */

import { Button } from '../../../parts/button.tsx';
import { CheckRow } from '../../../parts/form/form-row.tsx';
import { Select } from '../../../parts/form/select.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { type Choices, type FileColumns, type Preview, saveProblems } from './import-api.ts';

const systems: Readonly<Record<string, string>> = {
  pretix: 'pretix',
  eventbrite: t('eventbrite'),
  hi_events: 'Hi.Events',
  alf_io: 'alf.io',
};
const shownMax = 10;

export interface FilePreviewProps {
  readonly found: Preview | FileColumns;
  readonly choices: Choices;
  readonly busy: boolean;
  readonly onChoose: (choices: Choices) => void;
  readonly onImport: () => void;
}

export function FilePreview(props: FilePreviewProps) {
  const { found, choices, busy, onChoose, onImport } = props;
  const preview = 'rows' in found ? found : null;
  const missing = preview?.ticketTypes.filter(({ exists }) => !exists) ?? [];
  const system = systems[found.preset];
  const count = preview === null ? 0 : preview.created + preview.updated;
  return (
    <div className="import-preview">
      <p>{system ? t('this_is_an_export_of', { system }) : t('unknown_system_check_what_each_column')}</p>
      {found.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {preview && <Outcome preview={preview} />}
      {missing.length > 0 && (
        <CheckRow
          label={t('create', {
            part: missing.length === 1 ? t('the_ticket_type') : t('the_ticket_types'),
            list: missing.map(({ name }) => `“${name}”`).join(', '),
          })}
          name="createTicketTypes"
          checked={choices.createTicketTypes}
          onChange={(createTicketTypes) => onChoose({ ...choices, createTicketTypes })}
        />
      )}
      <CheckRow
        label={t('take_over_who_has_checked_in')}
        name="checkIns"
        checked={choices.checkIns}
        onChange={(checkIns) => onChoose({ ...choices, checkIns })}
      />
      <CheckRow
        label={t('let_people_in_with_the_codes')}
        name="codes"
        hint={t('these_codes_are_not_signed_a')}
        checked={choices.codes === 'accepted'}
        onChange={(accepted) => onChoose({ ...choices, codes: accepted ? 'accepted' : 'off' })}
      />
      <CheckRow
        label={t('email_everyone_a_new_ticket')}
        name="sendMail"
        checked={choices.sendMail}
        onChange={(sendMail) => onChoose({ ...choices, sendMail })}
      />
      <Select
        label={t('dates_such_as_03_04_2026')}
        value={choices.dateOrder}
        options={[
          { value: '', label: t('ask_me_if_it_matters') },
          { value: 'day_first', label: t('day_first') },
          { value: 'month_first', label: t('month_first') },
        ]}
        onChange={(dateOrder) => onChoose({ ...choices, dateOrder })}
      />
      <Button look="primary" disabled={busy || count === 0} onClick={onImport}>
        {count === 1 ? t('import_1_attendee') : t('import_attendees', { count })}
      </Button>
      <Columns {...props} />
    </div>
  );
}

function Outcome({ preview }: { readonly preview: Preview }) {
  const { created, leftOut, refused, refusedCount, updated } = preview;
  return (
    <>
      <dl className="import-counts">
        <div>
          <dt>{t('new')}</dt>
          <dd>{created}</dd>
        </div>
        <div>
          <dt>{t('already_known')}</dt>
          <dd>{updated}</dd>
        </div>
        <div>
          <dt>{t('left_out')}</dt>
          <dd>{leftOut}</dd>
        </div>
        <div>
          <dt>{t('with_problems')}</dt>
          <dd>{refusedCount}</dd>
        </div>
      </dl>
      {refused.length > 0 && (
        <>
          <ul>
            {refused.slice(0, shownMax).map(({ row, errors }) => (
              <li key={row}>
                {tx('row', {
                  row,
                  list: errors.map(({ column, message }) => (column ? `${column}: ${message}` : message)).join(' '),
                })}
              </li>
            ))}
          </ul>
          <Button small onClick={() => saveProblems(refused)}>
            {t('download_all_problems')}
          </Button>
        </>
      )}
    </>
  );
}

function Columns({ found, choices, onChoose }: FilePreviewProps) {
  const options = [
    { value: '', label: t('not_imported') },
    ...Object.entries(found.fields).map(([value, label]) => ({ value, label })),
  ];
  return (
    <>
      <h3>{t('columns')}</h3>
      <table className="import-columns">
        <caption className="visually-hidden">{t('columns_of_the_file_and_what')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('column')}</th>
            <th scope="col">{t('examples')}</th>
            <th scope="col">{t('meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {found.columns.map(({ column, field, header, samples }) => (
            <tr key={column}>
              <th scope="row">{header || t('column_2', { value: column + 1 })}</th>
              <td>{samples.filter((text) => text !== '').join(' · ')}</td>
              <td>
                <Select
                  label={t('meaning_of', { part: header || t('column_3', { value: column + 1 }) })}
                  value={field ?? ''}
                  options={options}
                  onChange={(value) =>
                    onChoose({ ...choices, mapping: { ...choices.mapping, [column]: value === '' ? null : value } })
                  }
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
