/** The quality of a lead as an arch, and how it is made up. */
import type { ReactElement } from 'react';
import type { Lead } from '#shared/leads/lead-of.ts';
import { qualityBy, qualityParts } from '#shared/leads/quality.ts';
import { useFormats, useWordsOf } from '../../words/use-words.tsx';
import { catalogues } from '../words/catalogues.ts';

const arch = 'M10 92V50a40 40 0 0 1 80 0v42';

export function Gauge({ lead: { quality, tier } }: { readonly lead: Lead }): ReactElement {
  const { lead, tiers } = useWordsOf(catalogues);
  const format = useFormats();
  return (
    <div
      className="lead-gauge"
      role="img"
      data-tier={tier}
      data-quality={quality}
      aria-label={lead.quality(format.number(quality), tiers[tier])}
    >
      <svg viewBox="0 0 100 96" fill="none" strokeWidth="12" strokeLinecap="round" aria-hidden="true" focusable="false">
        <path className="gauge-rest" d={arch} />
        {quality > 0 && <path className="gauge-fill" d={arch} pathLength="100" strokeDasharray={`${quality} 200`} />}
      </svg>
      <b>{format.number(quality)}</b>
      <small>{tiers[tier]}</small>
    </div>
  );
}

const partNames = ['dwell', 'questions', 'literature', 'demo', 'card'] as const;

export function HowMade({ lead: facts }: { readonly lead: Lead }): ReactElement {
  const { lead } = useWordsOf(catalogues);
  const format = useFormats();
  const points = qualityBy(facts);
  return (
    <details className="lead-how-made">
      <summary>{lead.howMade(format.number(facts.quality))}</summary>
      <ul>
        {partNames.map((name) => (
          <li key={name}>
            <span>{lead.parts[name]}</span>
            <span className="lead-bar" aria-hidden="true">
              <i style={{ inlineSize: `${(100 * points[name]) / qualityParts[name]}%` }} />
            </span>
            <b>{lead.points(format.number(Math.round(points[name])), format.number(qualityParts[name]))}</b>
          </li>
        ))}
      </ul>
    </details>
  );
}
