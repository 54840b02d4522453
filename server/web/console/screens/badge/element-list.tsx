/** All elements in drawing order, the top one last: select, order, copy, remove. */

import type { ReactNode } from 'react';
import type { BadgeElement } from '#shared/badge/layout.ts';
import { Button } from '../../../parts/button.tsx';
import { t } from '../../../parts/text/text.ts';

export interface ElementListProps {
  readonly elements: readonly BadgeElement[];
  readonly selected: string | null;
  readonly nameOf: (element: BadgeElement) => string;
  readonly full: boolean;
  readonly onSelect: (id: string) => void;
  readonly onOrder: (id: string, by: -1 | 1) => void;
  readonly onDuplicate: (id: string) => void;
  readonly onRemove: (id: string) => void;
}

export function ElementList(props: ElementListProps) {
  const { elements, selected, nameOf } = props;
  if (elements.length === 0) return <p className="empty">{t('the_label_is_empty_add_the')}</p>;
  return (
    <ol className="elements">
      {elements.map((element, i) => {
        const name = nameOf(element);
        return (
          <li key={element.id} className={element.id === selected ? 'selected' : ''}>
            <Button look="quiet" aria-pressed={element.id === selected} onClick={() => props.onSelect(element.id)}>
              {name}
            </Button>
            <SmallButton
              label={t('move_down_below', { name })}
              sign="↑"
              off={i === 0}
              act={() => props.onOrder(element.id, -1)}
            />
            <SmallButton
              label={t('move_up_on_top', { name })}
              sign="↓"
              off={i === elements.length - 1}
              act={() => props.onOrder(element.id, 1)}
            />
            <SmallButton
              label={t('duplicate', { name })}
              sign={<CopySign />}
              off={props.full}
              act={() => props.onDuplicate(element.id)}
            />
            <SmallButton label={t('delete', { name })} sign="✕" off={false} act={() => props.onRemove(element.id)} />
          </li>
        );
      })}
    </ol>
  );
}

function SmallButton({ label, sign, off, act }: { label: string; sign: ReactNode; off: boolean; act: () => void }) {
  return (
    <Button small look="quiet" aria-label={label} title={label} disabled={off} onClick={act}>
      <span aria-hidden="true">{sign}</span>
    </Button>
  );
}

function CopySign() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.6">
      <rect x="1.5" y="4.5" width="10" height="10" rx="1.5" />
      <path d="M5 4.5v-1.5a1.5 1.5 0 0 1 1.5-1.5h6.5a1.5 1.5 0 0 1 1.5 1.5v6.5a1.5 1.5 0 0 1-1.5 1.5h-1.5" />
    </svg>
  );
}
