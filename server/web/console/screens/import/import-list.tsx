/** The imports of an event: how far they are, what came of them, and how they are stopped or undone. */
import { Problem } from '../../../parts/problem.tsx';
import { RowButton } from '../../../parts/row-button.tsx';
import { Notice } from '../../../parts/states.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { useAct } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { usePageQuery } from '../../data/page-query.ts';
import { change, type ImportRecord, saveProblems, takeBack } from './import-api.ts';

const states: Readonly<Record<string, string>> = {
  reading: 'Reading the file',
  running: 'Importing',
  stopped: 'Stopped',
  done: 'Done',
  failed: 'Failed',
  taking_back: 'Undoing',
  taken_back: 'Undone',
};

function stateText({ state, processed, rows, problem }: ImportRecord): string {
  if (state === 'running' || state === 'stopped') return `${states[state]}: ${processed} of ${rows}`;
  return problem === null ? (states[state] ?? state) : `${states[state]}: ${problem}`;
}

function resultText({ state, created, updated, refused, takenBack, kept }: ImportRecord): string {
  if (state === 'taken_back' || state === 'taking_back') return `${takenBack} deleted, ${kept} kept because they came`;
  return `${created} new, ${updated} changed, ${refused} with problems`;
}

function codesText({ externalCodes, codes }: ImportRecord): string {
  if (externalCodes === 0) return '–';
  return codes === 'accepted' ? `${externalCodes} accepted` : `${externalCodes}, not accepted`;
}

export function ImportList({ event }: { readonly event: EventSummary }) {
  const where = { event: { equals: event.id } };
  const pages = usePageQuery<ImportRecord>('attendee_imports', { where, sort: '-createdAt', limit: 10 });
  const { error, refresh } = pages.live;
  const acting = useAct(refresh);
  return (
    <section aria-labelledby="imports-heading">
      <h2 id="imports-heading">Imports</h2>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      <DataTable
        caption="Imports"
        rows={pages.rows}
        pages={pages}
        nameOf={({ fileName }) => fileName}
        columns={[
          { label: 'File', cell: ({ fileName }) => fileName },
          { label: 'State', cell: stateText },
          { label: 'Result', cell: resultText },
          { label: 'Codes', cell: codesText },
        ]}
        actions={(record) => <Actions event={event.id} record={record} act={acting.act} />}
        empty="Nothing was imported yet."
      />
    </section>
  );
}

interface ActionsProps {
  readonly event: string;
  readonly record: ImportRecord;
  readonly act: ReturnType<typeof useAct>['act'];
}

function Actions({ event, record, act }: ActionsProps) {
  const { id, fileName, state, codes, externalCodes, problems } = record;
  const of = `of ${fileName}`;
  const isOver = state === 'taking_back' || state === 'taken_back' || state === 'reading';
  const question = `Delete everyone whom ${fileName} brought? People who were let in at a gate stay.`;
  return (
    <>
      {state === 'running' && (
        <RowButton label="Stop" of={of} onClick={() => void act('Stopped.', () => change(id, { state: 'stopped' }))} />
      )}
      {state === 'stopped' && (
        <RowButton
          label="Resume"
          of={of}
          onClick={() => void act('Resumed.', () => change(id, { state: 'running' }))}
        />
      )}
      {externalCodes > 0 && !isOver && (
        <RowButton
          label={codes === 'accepted' ? 'Refuse codes' : 'Accept codes'}
          of={of}
          onClick={() => void act('Saved.', () => change(id, { codes: codes === 'accepted' ? 'off' : 'accepted' }))}
        />
      )}
      {(problems?.length ?? 0) > 0 && (
        <RowButton label="Problems" of={of} onClick={() => saveProblems(problems ?? [])} />
      )}
      {!isOver && (
        <RowButton
          label="Undo"
          of={of}
          onClick={() => {
            if (confirm(question)) void act(`The import of ${fileName} is being undone.`, () => takeBack(event, id));
          }}
        />
      )}
    </>
  );
}
