/** The board's part about the network of kiosks: which are in reach, whom each of them hears, what was refused. */
import type { ReactElement } from 'react';
import type { VenueFace, VenueKiosk, VenueReport } from '#kiosk/station/venue.ts';
import { reasonGroup } from '#shared/peers/reason-group.ts';
import { Section } from '../parts/panel.tsx';
import { useStateOf } from '../parts/use-observed.ts';
import { useFormats, useWordsOf } from '../words/use-words.tsx';
import { catalogues } from './words/catalogues.ts';

export function WhoHearsWhom({ venue }: { readonly venue: VenueFace }): ReactElement | null {
  const words = useWordsOf(catalogues);
  const format = useFormats();
  const { condition, members, inReach, kiosks, reports, keyOutdated, dropped } = useStateOf(venue);
  if (
    condition === 'no_host' ||
    condition === 'no_address' ||
    condition === 'not_here' ||
    (members < 2 && kiosks.length < 2)
  )
    return null;
  return (
    <Section title={words.title}>
      <p data-venue-reach={inReach}>
        {condition === 'open'
          ? words.inReach(format.number(inReach), format.number(members))
          : words.conditions[condition]}
      </p>
      {keyOutdated && <p className="problem">{words.keyOutdated}</p>}
      {dropped > 0 && <p className="problem">{words.dropped(format.number(dropped))}</p>}
      <ul className="cards">
        {kiosks.map((kiosk) => (
          <KioskRow key={kiosk.id} kiosk={kiosk} />
        ))}
      </ul>
      {reports.length > 0 && (
        <>
          <h4>{words.reportsTitle}</h4>
          <ul className="refusals">
            {reports.map((report) => (
              <ReportRow key={`${report.reason} ${report.kioskName}`} report={report} />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function KioskRow({ kiosk }: { readonly kiosk: VenueKiosk }): ReactElement {
  const words = useWordsOf(catalogues);
  const { id, name, self, isBox, online, hears } = kiosk;
  const called = isBox ? words.box(name ?? id.slice(-8)) : (name ?? id.slice(-8));
  const heard = hears.length === 0 ? words.hearsNone : words.hears(hears.join(', '));
  const way = online === null ? null : online ? words.online : words.noInternet;
  return (
    <li className="card" data-kiosk={id}>
      <p className="card-title" dir="auto">
        {self ? words.thisKiosk(called) : called}
      </p>
      <p>{heard}</p>
      {way !== null && <p>{way}</p>}
    </li>
  );
}

function ReportRow({ report }: { readonly report: VenueReport }): ReactElement {
  const words = useWordsOf(catalogues);
  const format = useFormats();
  const { reason, kioskName, count } = report;
  return (
    <li data-refused={reason}>
      {words.report(words.reasons[reasonGroup(reason)], kioskName ?? words.unknown, format.number(count))}
    </li>
  );
}
