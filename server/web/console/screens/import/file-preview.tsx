/** What a file would do: its columns and their meaning, the first people, what is wrong, and what to take over. */
import { Button } from '../../../parts/button.tsx';
import { CheckRow } from '../../../parts/form/form-row.tsx';
import { Select } from '../../../parts/form/select.tsx';
import { type Choices, type FileColumns, type Preview, saveProblems } from './import-api.ts';

const systems: Readonly<Record<string, string>> = {
  pretix: 'pretix',
  eventbrite: 'Eventbrite',
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
      <p>{system ? `This is an export of ${system}.` : 'Unknown system. Check what each column means.'}</p>
      {found.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {preview && <Outcome preview={preview} />}
      {missing.length > 0 && (
        <CheckRow
          label={`Create ${missing.length === 1 ? 'the ticket type' : 'the ticket types'} ${missing.map(({ name }) => `“${name}”`).join(', ')}`}
          name="createTicketTypes"
          checked={choices.createTicketTypes}
          onChange={(createTicketTypes) => onChoose({ ...choices, createTicketTypes })}
        />
      )}
      <CheckRow
        label="Take over who has checked in"
        name="checkIns"
        checked={choices.checkIns}
        onChange={(checkIns) => onChoose({ ...choices, checkIns })}
      />
      <CheckRow
        label="Let people in with the codes they already have"
        name="codes"
        hint="These codes are not signed: a copy of one works like the original. Staff see whose code it is."
        checked={choices.codes === 'accepted'}
        onChange={(accepted) => onChoose({ ...choices, codes: accepted ? 'accepted' : 'off' })}
      />
      <CheckRow
        label="Email everyone a new ticket"
        name="sendMail"
        checked={choices.sendMail}
        onChange={(sendMail) => onChoose({ ...choices, sendMail })}
      />
      <Select
        label="Dates such as 03/04/2026"
        value={choices.dateOrder}
        options={[
          { value: '', label: 'Ask me if it matters' },
          { value: 'day_first', label: 'Day first' },
          { value: 'month_first', label: 'Month first' },
        ]}
        onChange={(dateOrder) => onChoose({ ...choices, dateOrder })}
      />
      <Button look="primary" disabled={busy || count === 0} onClick={onImport}>
        {count === 1 ? 'Import 1 attendee' : `Import ${count} attendees`}
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
          <dt>New</dt>
          <dd>{created}</dd>
        </div>
        <div>
          <dt>Already known</dt>
          <dd>{updated}</dd>
        </div>
        <div>
          <dt>Left out</dt>
          <dd>{leftOut}</dd>
        </div>
        <div>
          <dt>With problems</dt>
          <dd>{refusedCount}</dd>
        </div>
      </dl>
      {refused.length > 0 && (
        <>
          <ul className="import-problems">
            {refused.slice(0, shownMax).map(({ row, errors }) => (
              <li key={row}>
                Row {row}: {errors.map(({ column, message }) => (column ? `${column}: ${message}` : message)).join(' ')}
              </li>
            ))}
          </ul>
          <Button small onClick={() => saveProblems(refused)}>
            Download all problems
          </Button>
        </>
      )}
    </>
  );
}

function Columns({ found, choices, onChoose }: FilePreviewProps) {
  const options = [
    { value: '', label: 'Not imported' },
    ...Object.entries(found.fields).map(([value, label]) => ({ value, label })),
  ];
  return (
    <>
      <h3>Columns</h3>
      <table className="import-columns">
        <caption className="visually-hidden">Columns of the file and what they mean</caption>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Examples</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {found.columns.map(({ column, field, header, samples }) => (
            <tr key={column}>
              <th scope="row">{header || `Column ${column + 1}`}</th>
              <td>{samples.filter((text) => text !== '').join(' · ')}</td>
              <td>
                <Select
                  label={`Meaning of ${header || `column ${column + 1}`}`}
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
