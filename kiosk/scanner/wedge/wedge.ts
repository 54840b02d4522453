/**
 * The keyboard-wedge source: a USB or Bluetooth scanner that types. Listens on the window in the capture phase,
 * so a scan works wherever the focus is. Only the DOM end; the rules and their reasons are in `wedge-reader.ts`.
 */

import type { OnScan, ScanSource } from '../scan-text.ts';
import { TICKET_OPENINGS } from '../ticket-openings.ts';
import { readField } from './field-state.ts';
import { WedgeReader } from './wedge-reader.ts';

export interface WedgeOptions {
  /** Openings of ticket texts: they make a text a scan even inside a text field. */
  readonly openings?: readonly string[];
  /** Window whose keys are read; the page's own when absent. */
  readonly target?: Window;
}

export function createWedge(options: WedgeOptions = {}): ScanSource {
  const { openings = TICKET_OPENINGS, target = window } = options;
  let stopListening: (() => void) | null = null;

  function listen(onScan: OnScan): () => void {
    const reader = new WedgeReader(openings);
    /** Keys whose press the page did not see: it must not see their release either (buttons act on it). */
    const held = new Set<string>();

    function onKeyDown(event: KeyboardEvent): void {
      // Inside a shadow tree `event.target` is only the host: the path knows the field itself.
      const field = readField(event.composedPath()[0] ?? event.target);
      const command = event.ctrlKey || event.altKey || event.metaKey;
      const answer = reader.press({
        key: event.key,
        code: event.code,
        shift: event.shiftKey,
        shortcut: command && !event.getModifierState('AltGraph'),
        repeat: event.repeat,
        composing: event.isComposing,
        atMs: event.timeStamp,
        field,
      });
      for (const undo of answer.undo) undo();
      if (answer.swallow) {
        held.add(event.code);
        hide(event);
      } else {
        held.delete(event.code);
      }
      if (answer.candidates !== null) {
        onScan({ source: 'wedge', candidates: answer.candidates, atMs: event.timeStamp });
      }
    }

    function onKeyUp(event: KeyboardEvent): void {
      if (held.delete(event.code)) hide(event);
    }

    target.addEventListener('keydown', onKeyDown, { capture: true });
    target.addEventListener('keyup', onKeyUp, { capture: true });
    return () => {
      target.removeEventListener('keydown', onKeyDown, { capture: true });
      target.removeEventListener('keyup', onKeyUp, { capture: true });
    };
  }

  return {
    start(onScan) {
      stopListening?.();
      stopListening = listen(onScan);
    },
    stop() {
      stopListening?.();
      stopListening = null;
    },
  };
}

function hide(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
