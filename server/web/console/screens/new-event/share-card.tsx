/** The address where guests register: to copy, to scan, to look at before it opens, to put into another website. */
import { QrPicture } from '../../../parts/qr-picture.tsx';
import { ValueRow } from '../../../parts/value-row.tsx';
import type { EventSummary } from '../../data/event-summary.ts';
import { usePublicLinks } from '../../data/public-link.ts';

function saying({ status, publicPage }: EventSummary): string {
  if (publicPage === false) return 'The page is switched off: no one can register there.';
  return status === 'draft'
    ? 'This is where people will register. It opens once the event is published.'
    : 'Send this link to the people you invite, or put the QR code on a poster.';
}

export function ShareCard({ event }: { readonly event: EventSummary }) {
  const links = usePublicLinks(event.id);
  if (!links) return null;
  const { address, isOpen, look, embed } = links;
  return (
    <section className="card share" aria-labelledby="share">
      <div>
        <h2 id="share">Registration page</h2>
        <p className="soft">{saying(event)}</p>
        <dl>
          <ValueRow label="Link" value={address} />
          <ValueRow label="For your own website" value={embed} />
        </dl>
        <a href={look} target="_blank" rel="noreferrer">
          {isOpen ? 'Open the page' : 'Preview'}
        </a>
      </div>
      <QrPicture text={address} label={`QR code of ${address}`} />
    </section>
  );
}
