/** The address where guests register: to copy, to scan, to look at before it opens, to put into another website. */
import { QrPicture } from '../../../parts/qr-picture.tsx';
import { ValueRow } from '../../../parts/value-row.tsx';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { useWho } from '../../data/may-write.ts';
import { publicLink, readPageLinks } from '../../data/public-link.ts';

export function ShareCard({ event }: { readonly event: EventSummary }) {
  const address = publicLink(useWho(), event);
  const { data: links } = useLiveQuery({
    key: ['page-links', event.id],
    read: () => readPageLinks(event.id),
    of: ['events'],
  });
  const link = links?.page ?? address;
  if (link === null) return null;
  const isDraft = event.status === 'draft';
  const look = isDraft ? (links?.preview ?? null) : link;
  return (
    <section className="card share" aria-labelledby="share">
      <div>
        <h2 id="share">Registration page</h2>
        <p className="soft">
          {isDraft
            ? 'This is where people will register. It opens once the event is published.'
            : 'Send this link to the people you invite, or put the QR code on a poster.'}
        </p>
        <dl>
          <ValueRow label="Link" value={link} />
          {links?.embed && <ValueRow label="For your own website" value={links.embed} />}
        </dl>
        {look !== null && (
          <a href={look} target="_blank" rel="noreferrer">
            {isDraft ? 'Preview' : 'Open the page'}
          </a>
        )}
      </div>
      <QrPicture text={link} label={`QR code of ${link}`} />
    </section>
  );
}
