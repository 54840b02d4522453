/** Lists what attendees reported about each other: the reports that are not reviewed, or all. */
import { useState } from 'react';
import { isoTime } from '#shared/base/time.ts';
import { Button } from '../../../parts/button.tsx';
import { momentAt } from '../../../parts/event-time.ts';
import { Select } from '../../../parts/form/select.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { EmptyState, Loading, Notice } from '../../../parts/states.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { type Acting, useAct } from '../../../parts/use-act.ts';
import { client } from '../../data/client.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { listPage } from '../../data/page-query.ts';
import { namesOf, type Person } from '../../data/read-related.ts';
import type { SectionProps } from './section.ts';

const listMax = 200;

interface Report {
  readonly id: string;
  readonly reportedBy: string;
  readonly reported: string;
  readonly reason: string;
  readonly reportedAt: string;
  readonly reviewedAt: string | null;
}

async function readReports(eventId: string, all: boolean) {
  const where = { event: { equals: eventId }, ...(!all && { reviewedAt: { exists: false } }) };
  const { data: reports } = await listPage<Report>('match_reports', { where, sort: '-reportedAt', limit: listMax });
  return { reports, names: await namesOf(reports.flatMap(({ reported, reportedBy }) => [reported, reportedBy])) };
}

export function Reports({ event, mayWrite }: SectionProps) {
  const [all, setAll] = useState(false);
  const { data, error, refresh } = useLiveQuery({
    key: ['match-reports', event.id, String(all)],
    read: () => readReports(event.id, all),
    of: ['match_reports'],
  });
  const acting = useAct(refresh);
  return (
    <>
      <div className="head">
        <h2>{t('reports_of_attendees')}</h2>
        <Select
          label={t('state')}
          value={all ? 'all' : 'open'}
          options={[
            { value: 'open', label: t('not_reviewed') },
            { value: 'all', label: t('all') },
          ]}
          onChange={(value) => setAll(value === 'all')}
        />
      </div>
      <p className="intro">{t('who_reports_a_person_has_blocked')}</p>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      {!data && !error && <Loading />}
      {data?.reports.length === 0 && <EmptyState>{all ? t('no_reports_yet') : t('no_report_waits')}</EmptyState>}
      {data?.reports.map((report) => (
        <OneReport key={report.id} {...{ acting, event, mayWrite, report }} names={data.names} />
      ))}
    </>
  );
}

interface OneReportProps extends SectionProps {
  readonly report: Report;
  readonly names: ReadonlyMap<string, Person>;
  readonly acting: Acting;
}

function OneReport({ acting, event, mayWrite, names, report }: OneReportProps) {
  const { id, reason, reported, reportedAt, reportedBy, reviewedAt } = report;
  const nameOf = (person: string) => names.get(person)?.name ?? t('unknown_person');
  const link = (person: string) => (
    <a href={`#/attendees/${event.id}/${person}`}>
      <bdi>{nameOf(person)}</bdi>
    </a>
  );
  const review = () =>
    void acting.act(t('marked_as_reviewed'), () =>
      client.match_reports.update(id, { reviewedAt: isoTime(Date.now()) }),
    );
  return (
    <article className="audience-card" aria-labelledby={`report-${id}`}>
      <h3 id={`report-${id}`}>{tx('reported_by', { reported: link(reported), reporter: link(reportedBy) })}</h3>
      <blockquote dir="auto">{reason}</blockquote>
      <p>
        <small>
          {momentAt(event, reportedAt)}
          {reviewedAt !== null && ` · ${t('reviewed_at', { time: momentAt(event, reviewedAt) })}`}
        </small>
      </p>
      {mayWrite && reviewedAt === null && (
        <div className="acts">
          <Button small onClick={review}>
            {tx('mark_as_reviewed', { span: <span className="visually-hidden">: {nameOf(reported)}</span> })}
          </Button>
        </div>
      )}
    </article>
  );
}
