/** The imports of an event: how far they are, what came of them, and how they are stopped or undone. */

import { Problem } from '../../../parts/problem.tsx';
import { RowButton } from '../../../parts/row-button.tsx';
import { Notice } from '../../../parts/states.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { t } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { usePageQuery } from '../../data/page-query.ts';
import { change, type ImportRecord, saveProblems, takeBack } from './import-api.ts';

const states: Readonly<Record<string, string>> = {
  reading: t('reading_the_file'),
  running: t('importing'),
  stopped: t('stopped_2'),
  done: t('done'),
  failed: t('failed'),
  taking_back: t('undoing'),
  taken_back: t('undone'),
};

function stateText({ state, processed, rows, problem }: ImportRecord): string {
  if (state === 'running' || state === 'stopped') return t('of_3', { state: states[state], processed, rows });
  return problem === null ? (states[state] ?? state) : `${states[state]}: ${problem}`;
}

function resultText({ state, created, updated, refused, takenBack, kept }: ImportRecord): string {
  if (state === 'taken_back' || state === 'taking_back')
    return t('deleted_kept_because_they_came', { takenBack, kept });
  return t('new_changed_with_problems', { created, updated, refused });
}

function codesText({ externalCodes, codes }: ImportRecord): string {
  if (externalCodes === 0) return '–';
  return codes === 'accepted' ? t('accepted', { externalCodes }) : t('not_accepted', { externalCodes });
}

export function ImportList({ event }: { readonly event: EventSummary }) {
  const where = { event: { equals: event.id } };
  const pages = usePageQuery<ImportRecord>('attendee_imports', { where, sort: '-createdAt', limit: 10 });
  const { error, refresh } = pages.live;
  const acting = useAct(refresh);
  return (
    <section className="import-part" aria-labelledby="imports-heading">
      <h2 id="imports-heading">{t('imports')}</h2>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      <DataTable
        caption={t('imports')}
        rows={pages.rows}
        pages={pages}
        nameOf={({ fileName }) => fileName}
        columns={[
          { label: t('file'), by: 'fileName', cell: ({ fileName }) => fileName },
          { label: t('state'), by: 'state', cell: stateText },
          { label: t('result'), cell: resultText },
          { label: t('codes'), cell: codesText },
        ]}
        actions={(record) => <Actions event={event.id} record={record} act={acting.act} />}
        empty={t('nothing_was_imported_yet')}
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
  const of = t('of_4', { fileName });
  const isOver = state === 'taking_back' || state === 'taken_back' || state === 'reading';
  const question = t('delete_everyone_whom_brought_people_who', { fileName });
  return (
    <>
      {state === 'running' && (
        <RowButton
          label={t('stop')}
          of={of}
          onClick={() => void act(t('done_stopped'), () => change(id, { state: 'stopped' }))}
        />
      )}
      {state === 'stopped' && (
        <RowButton
          label={t('resume')}
          of={of}
          onClick={() => void act(t('done_resumed'), () => change(id, { state: 'running' }))}
        />
      )}
      {externalCodes > 0 && !isOver && (
        <RowButton
          label={codes === 'accepted' ? t('refuse_codes') : t('accept_codes')}
          of={of}
          onClick={() => void act(t('saved'), () => change(id, { codes: codes === 'accepted' ? 'off' : 'accepted' }))}
        />
      )}
      {(problems?.length ?? 0) > 0 && (
        <RowButton label={t('problems')} of={of} onClick={() => saveProblems(problems ?? [])} />
      )}
      {!isOver && (
        <RowButton
          label={t('undo')}
          of={of}
          onClick={() => {
            if (confirm(question))
              void act(t('the_import_of_is_being_undone', { fileName }), () => takeBack(event, id));
          }}
        />
      )}
    </>
  );
}
