/**
 * The keys that open what staff need. Function keys, because a scanner types letters and digits: a letter would be
 * pressed by every ticket. Listed for people by keys-panel.tsx.
 */
import { useEffect } from 'react';

export const shortcutKeys = {
  help: 'F1',
  find: 'F2',
  questions: 'F3',
  walkIn: 'F4',
  board: 'F5', // Ctrl+R still loads the page again; F11 stays the browser's full screen
  override: 'F6',
  undo: 'F7',
  recent: 'F8',
  direction: 'F9',
  settings: 'F10',
  party: 'F12',
} as const;

export type ShortcutName = keyof typeof shortcutKeys;

/** Null: there is nothing to open now. */
export type Shortcuts = Readonly<Record<ShortcutName, (() => void) | null>>;

const noShortcuts = Object.fromEntries(Object.keys(shortcutKeys).map((name) => [name, null])) as Shortcuts;

/** Sets the key of the settings, for a screen on which nothing else has a key. */
export function useSettingsKey(open: () => void, asleep: boolean): void {
  useShortcuts({ ...noShortcuts, settings: open }, asleep);
}

/** @param asleep while a panel is open: the keys do nothing then, and nothing of the browser's own either */
export function useShortcuts(shortcuts: Shortcuts, asleep: boolean): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.repeat) return;
      const names = Object.keys(shortcutKeys) as ShortcutName[];
      const name = names.find((known) => shortcutKeys[known] === event.key);
      if (name === undefined) return;
      // The browser's own help, search and menu stay away also where the key does nothing now.
      event.preventDefault();
      if (!asleep) shortcuts[name]?.();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [shortcuts, asleep]);
}
