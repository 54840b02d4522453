/** The form that chooses the label: by the name on its box, upright or turned, or by its sides. */

import { labelSizeOf, labelSizes } from '#shared/badge/label-sizes.ts';
import { type BadgeLayout, layoutBounds } from '#shared/badge/layout.ts';
import { Button } from '../../../parts/button.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { NumberField } from './number-field.tsx';

export interface LabelFormProps {
  readonly layout: BadgeLayout;
  readonly onChange: (layout: BadgeLayout, what: string) => void;
}

const { sideMinMm, sideMaxMm } = layoutBounds;

export function LabelForm({ layout, onChange }: LabelFormProps) {
  const size = labelSizeOf(layout);
  const landscape = layout.widthMm > layout.heightMm;
  return (
    <fieldset className="card form">
      <legend>{t('label')}</legend>
      <div>
        <label htmlFor="label-size">{t('size')}</label>
        <select
          id="label-size"
          value={size?.id ?? 'custom'}
          onChange={({ target }) => {
            const chosen = labelSizes.find(({ id }) => id === target.value);
            if (!chosen) return;
            const { widthMm, heightMm } = chosen;
            // A landscape badge stays landscape, and an upright one upright: the kiosk turns it on the paper.
            const turn = landscape !== widthMm > heightMm && widthMm !== heightMm;
            const sides = turn ? { widthMm: heightMm, heightMm: widthMm } : { widthMm, heightMm };
            onChange({ ...layout, ...sides }, `label ${chosen.name}`);
          }}
        >
          {labelSizes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="custom" disabled={size !== null}>
            {t('other')}
          </option>
        </select>
      </div>
      <div className="fields">
        <NumberField
          label={t('width')}
          value={layout.widthMm}
          min={sideMinMm}
          max={sideMaxMm}
          onChange={(widthMm) => onChange({ ...layout, widthMm }, 'label width')}
        />
        <NumberField
          label={t('height')}
          value={layout.heightMm}
          min={sideMinMm}
          max={sideMaxMm}
          onChange={(heightMm) => onChange({ ...layout, heightMm }, 'label height')}
        />
        <div>
          <label htmlFor="label-dpi">{t('preview_at')}</label>
          <select
            id="label-dpi"
            value={layout.dpi}
            onChange={({ target }) => onChange({ ...layout, dpi: Number(target.value) }, 'resolution')}
          >
            {layoutBounds.dpi.map((dpi) => (
              <option key={dpi} value={dpi}>
                {tx('dots_per_inch', { dpi })}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div className="actions">
        <Button
          onClick={() => onChange({ ...layout, widthMm: layout.heightMm, heightMm: layout.widthMm }, 'label turned')}
        >
          {t('turn_the_label')}
        </Button>
      </div>
    </fieldset>
  );
}
