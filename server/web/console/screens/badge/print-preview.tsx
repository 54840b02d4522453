/** Shows the warnings to check before a badge is saved, and the badges of all sample people as they would be printed. */

import { useMemo } from 'react';
import type { BadgeElement, BadgeLayout } from '#shared/badge/layout.ts';
import { layoutWarnings } from '#shared/badge/layout-warnings.ts';
import { t } from '../../../parts/text/text.ts';
import { previewMeasure } from './draw-preview.ts';
import { elementOf } from './edit-layout.ts';
import { warningText } from './field-names.ts';
import { Preview } from './preview.tsx';
import type { Sample } from './use-samples.ts';

export interface PrintPreviewProps {
  readonly layout: BadgeLayout;
  readonly people: readonly Sample[];
  readonly nameOf: (element: BadgeElement) => string;
}

export function PrintPreview({ layout, people, nameOf }: PrintPreviewProps) {
  const measure = useMemo(previewMeasure, []);
  const warnings = useMemo(() => layoutWarnings(layout, people, measure), [layout, people, measure]);
  return (
    <>
      {warnings.length > 0 && (
        <section className="card warnings" aria-labelledby="warnings-heading">
          <h2 id="warnings-heading">{t('check_this_before_you_save')}</h2>
          <ul>
            {warnings.map((warning) => {
              const about = elementOf(layout, warning.elementId);
              return (
                <li key={`${warning.code} ${warning.elementId}`} data-warning={warning.code}>
                  {warningText(warning, about && nameOf(about))}
                </li>
              );
            })}
          </ul>
        </section>
      )}
      <section aria-labelledby="people-heading">
        <h2 id="people-heading">{t('print_preview')}</h2>
        <ul className="samples">
          {people.map(({ id, label, content }) => (
            <li key={id} className="card">
              <Preview layout={layout} content={content} label={t('badge_of_2', { name: content.name })} />
              <span>{label}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
