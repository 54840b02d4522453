/** The best leads of one exhibitor, read while they are open; all of them as a file, or copied to the CRM. */
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { t } from '../../../parts/text/text.ts';
import type { Acting } from '../../../parts/use-act.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { useOnceQuery } from '../../data/once-query.ts';
import { listPage } from '../../data/page-query.ts';
import { copyLeadsToCrm, downloadLeads, type Exhibitor, hasCrm } from './exhibitor.ts';

interface Lead {
  readonly id: string;
  readonly name: string | null;
  readonly company: string | null;
  /** From 0 to 100. */
  readonly quality: number;
}

interface LeadsProps {
  readonly eventId: string;
  readonly exhibitor: Exhibitor;
  readonly acting: Acting;
}

const shownMax = 10;
const atMostEveryMs = 2_000;

export function LeadsOf(props: LeadsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={`${t('leads')} ${props.exhibitor.name}`}>{t('leads')}</summary>
      {isOpen && <BestLeads {...props} />}
    </details>
  );
}

function BestLeads({ eventId, exhibitor, acting }: LeadsProps) {
  const where = { exhibitor: { equals: exhibitor.id } };
  const { data, error } = useLiveQuery({
    key: ['leads', exhibitor.id],
    read: () => listPage<Lead>('leads', { where, sort: '-quality', limit: shownMax, count: 'exact' }),
    of: ['leads'],
    atMostEveryMs,
  });
  const crm = useOnceQuery(['crm'], hasCrm).data;
  const leads = data?.data ?? [];
  async function copy(): Promise<void> {
    let copied = { created: 0, updated: 0 };
    const done = await acting.act('', async () => {
      copied = await copyLeadsToCrm(eventId, exhibitor);
    });
    if (done) acting.say(t('leads_copied_to_the_crm', copied));
  }
  return (
    <>
      <Problem error={error} />
      {data && leads.length === 0 && <p>{t('no_leads_yet')}</p>}
      {leads.length > 0 && (
        <>
          <p>{t('best_leads_of', { shown: leads.length, count: data?.total ?? leads.length })}</p>
          <ol>
            {leads.map(({ company, id, name, quality }) => (
              <li key={id}>
                <bdi>{[name ?? t('without_a_name'), company].filter(Boolean).join(', ')}</bdi>{' '}
                <small>{t('quality_of_100', { quality })}</small>
              </li>
            ))}
          </ol>
          <Button
            of={exhibitor.name}
            onClick={() => void acting.act(t('the_file_was_downloaded'), () => downloadLeads(eventId, exhibitor))}
          >
            {t('export_leads')}
          </Button>
          {crm === true && (
            <Button of={exhibitor.name} onClick={() => void copy()}>
              {t('copy_leads_to_the_crm')}
            </Button>
          )}
        </>
      )}
    </>
  );
}
