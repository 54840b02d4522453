/** The address where guests register: to copy, to scan, to look at before it opens, to put into another website. */

import { QrPicture } from '../../../parts/qr-picture.tsx';
import { t } from '../../../parts/text/text.ts';
import { ValueRow } from '../../../parts/value-row.tsx';
import type { EventSummary } from '../../data/event-summary.ts';
import { usePublicLinks } from '../../data/public-link.ts';

function saying({ status, publicPage }: EventSummary): string {
  if (publicPage === false) return t('the_page_is_switched_off_no');
  return status === 'draft' ? t('this_is_where_people_will_register') : t('send_this_link_to_the_people');
}

export function ShareCard({ event }: { readonly event: EventSummary }) {
  const links = usePublicLinks(event.id);
  if (!links) return null;
  const { address, isOpen, look, embed } = links;
  return (
    <section className="card share" aria-labelledby="share">
      <div>
        <h2 id="share">{t('registration_page')}</h2>
        <p className="soft">{saying(event)}</p>
        <dl>
          <ValueRow label={t('link')} value={address} />
          <ValueRow label={t('for_your_own_website')} value={embed} />
        </dl>
        <a href={look} target="_blank" rel="noreferrer">
          {isOpen ? t('open_the_page') : t('preview')}
        </a>
      </div>
      <QrPicture text={address} label={t('qr_code_of', { address })} />
    </section>
  );
}
