/** Lists the actions that staff can take on the verdict that stands, as buttons and keys. Pure. */

import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import type { StationState } from '#kiosk/station/station.ts';
import { parseTime } from '#shared/base/time.ts';
import { shortcutKeys } from '../../parts/shortcut-keys.ts';
import type { Words } from '../../words/catalogues.ts';
import type { OpenPanel } from '../panels/open-panel.ts';

export interface VerdictAction {
  readonly name: 'questions' | 'override' | 'undo' | 'party';
  readonly label: string;
  /** The key that does the same. */
  readonly key: string;
  /** The next thing to do, rather than one that can be done. */
  readonly strong: boolean;
  readonly run: () => void;
}

export interface ActionContext {
  readonly role: StationState['role'];
  readonly words: Words;
  readonly nowMs: number;
  readonly open: (panel: OpenPanel) => void;
}

/** Empty at a kiosk without staff. */
export function actionsFor(result: AdmitResult, { role, words, nowMs, open }: ActionContext): readonly VerdictAction[] {
  if (result.kind === 'not_recorded' || role !== 'gate') return [];
  const { outcome } = result;
  const { actions, recent } = words;
  const found: VerdictAction[] = [];
  const add = (name: VerdictAction['name'], label: string, panel: OpenPanel, strong = false): void => {
    found.push({ name, label, key: shortcutKeys[name], strong, run: () => open(panel) });
  };
  const { code, detail } = outcome.verdict;
  const questions = detail.questions?.length ?? 0;
  if (code === 'questions_required' && questions > 0) {
    add('questions', actions.questions(questions), { name: 'questions', outcome }, true);
  }
  if (outcome.hasParty && code === 'admitted') add('party', actions.party, { name: 'party', outcome }, true);
  if (outcome.overridable) add('override', actions.override, { name: 'override', outcome });
  if (outcome.undoableUntil !== null && (parseTime(outcome.undoableUntil) ?? 0) > nowMs) {
    const target = { scanId: outcome.scanId, name: outcome.person?.name ?? recent.noName };
    add('undo', actions.undo, { name: 'undo', target, from: 'verdict' });
  }
  return found;
}
