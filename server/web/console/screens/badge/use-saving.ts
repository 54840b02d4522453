/** Tracks whether a layout is saved, and offers a choice where another person has saved another one meanwhile. */

import { useEffect, useState } from 'react';
import { defaultLayout } from '#shared/badge/default-layout.ts';
import type { BadgeLayout } from '#shared/badge/layout.ts';
import { guardLeaving } from '../../../parts/form/guard-leaving.ts';
import { t } from '../../../parts/text/text.ts';
import type { SaveAnswer } from './save-answer.ts';
import type { LayoutDraft } from './use-layout-draft.ts';

const leaveQuestion = t('the_badge_has_unsaved_changes_leave');

export interface Saving {
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  /** Layout that another person saved meanwhile; null: none. */
  readonly theirs: BadgeLayout | null;
  readonly save: () => Promise<void>;
  readonly showTheirs: () => void;
}

/** @param stored what the server has; null: something that cannot be printed */
export function useSaving(
  { editor, edit, layout, say, select }: LayoutDraft,
  stored: BadgeLayout | null,
  onSave: (layout: BadgeLayout | null) => Promise<SaveAnswer>,
): Saving {
  const [saved, setSaved] = useState(stored);
  const [isBusy, setBusy] = useState(false);
  const [theirs, setTheirs] = useState<BadgeLayout | null>(null);
  const isChanged = layout !== saved;
  useEffect(() => (isChanged ? guardLeaving(leaveQuestion) : undefined), [isChanged]);

  return {
    isChanged,
    isBusy,
    theirs,
    async save() {
      setBusy(true);
      const answer = await onSave(layout === defaultLayout ? null : layout);
      if (answer === 'saved') {
        setSaved(layout);
        say(t('saved_kiosks_print_the_new_badge'));
      }
      if (answer !== 'failed') setTheirs(answer === 'saved' ? null : answer.theirs);
      setBusy(false);
    },
    showTheirs() {
      if (theirs === null) return;
      edit(theirs, null, t('this_is_the_badge_that_someone'));
      setSaved(theirs);
      select(null);
      setTheirs(null);
      editor.current?.focus();
    },
  };
}
