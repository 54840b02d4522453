/** The label to work on, and whose badge it shows. */

import type { BadgeElement } from '#shared/badge/layout.ts';
import { Select } from '../../../parts/form/select.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import type { TicketTypeChoice } from './element-form.tsx';
import { LabelStage } from './label-stage.tsx';
import { Preview } from './preview.tsx';
import type { LayoutDraft } from './use-layout-draft.ts';
import type { Samples } from './use-samples.ts';

export interface LabelCardProps {
  readonly draft: LayoutDraft;
  readonly samples: Samples;
  readonly ticketTypes: readonly TicketTypeChoice[];
  readonly nameOf: (element: BadgeElement) => string;
}

export function LabelCard({ draft, samples, ticketTypes, nameOf }: LabelCardProps) {
  const { layout } = draft;
  const { people, shown, showPerson, ticketType, chooseTicketType } = samples;
  return (
    <section className="card" aria-labelledby="label-heading">
      <h2 id="label-heading">{tx('label_mm', { widthMm: layout.widthMm, heightMm: layout.heightMm })}</h2>
      <p className="soft">{t('drag_to_move_drag_the_corners')}</p>
      <LabelStage
        layout={layout}
        selected={draft.selected}
        nameOf={nameOf}
        onSelect={draft.select}
        onEdit={draft.edit}
        onGestureEnd={draft.endGesture}
        onRemove={draft.remove}
      >
        {shown && <Preview layout={layout} content={shown.content} label={null} />}
      </LabelStage>
      <div className="fields">
        <Select
          label={t('badge_of')}
          value={shown?.id ?? ''}
          options={people.map(({ id, label }) => ({ value: id, label }))}
          onChange={showPerson}
        />
        {ticketTypes.length > 0 && (
          <Select
            label={t('with_ticket_type')}
            value={ticketType}
            options={ticketTypes.map(({ key, name }) => ({ value: key, label: name }))}
            onChange={chooseTicketType}
          />
        )}
      </div>
    </section>
  );
}
