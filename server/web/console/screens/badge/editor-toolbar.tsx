/** The toolbar for the whole badge: add an element, undo, start from the built-in badge, save. */

import { defaultLayout } from '#shared/badge/default-layout.ts';
import { Button } from '../../../parts/button.tsx';
import { t } from '../../../parts/text/text.ts';
import { type ElementKind, isFull } from './edit-layout.ts';
import type { LayoutDraft } from './use-layout-draft.ts';

const kinds: readonly { readonly kind: ElementKind; readonly label: string }[] = [
  { kind: 'field', label: t('field') },
  { kind: 'text', label: t('text') },
  { kind: 'qr', label: t('qr_code') },
  { kind: 'box', label: t('box') },
];

export interface EditorToolbarProps {
  readonly draft: LayoutDraft;
  readonly isBusy: boolean;
  /** Null: there is nothing to save, or it cannot be saved as it is. */
  readonly onSave: (() => void) | null;
}

export function EditorToolbar({ draft, isBusy, onSave }: EditorToolbarProps) {
  const { add, edit, history, layout } = draft;
  return (
    <div className="tools" role="toolbar" aria-label={t('badge')}>
      {kinds.map(({ kind, label }) => (
        <Button key={kind} disabled={isFull(layout)} onClick={() => add(kind)}>
          <span aria-hidden="true">+ </span>
          <span className="visually-hidden">{t('add')}</span>
          {label}
        </Button>
      ))}
      <span className="gap" />
      <Button disabled={history.past.length === 0} onClick={draft.undo}>
        {t('undo')}
      </Button>
      <Button disabled={history.future.length === 0} onClick={draft.redo}>
        {t('redo')}
      </Button>
      <Button
        disabled={layout === defaultLayout}
        onClick={() => edit(defaultLayout, null, t('the_built_in_badge_save_to'))}
      >
        {t('built_in_badge')}
      </Button>
      <Button look="primary" disabled={onSave === null || isBusy} onClick={() => onSave?.()}>
        {isBusy ? t('saving') : t('save')}
      </Button>
    </div>
  );
}
