/**
 * Keeps the kiosk's window on its display: displays are unplugged, turned and given other resolutions during an event.
 */
import type { BrowserWindow, Display, Screen } from 'electron';

type Known = Pick<Display, 'id' | 'label' | 'bounds'>;
type Shown = Pick<BrowserWindow, 'isDestroyed' | 'setKiosk' | 'setBounds' | 'getBounds'>;
type Displays = Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay' | 'on'>;

/**
 * @param wanted id or label of a display; null: the primary one
 * @returns the wanted one while it is there, else the primary one
 */
export function chooseDisplay<D extends Known>(displays: readonly D[], primary: D, wanted: string | null): D {
  if (wanted === null) return primary;
  return displays.find(({ id, label }) => String(id) === wanted || label === wanted) ?? primary;
}

function isSame(a: Display['bounds'], b: Display['bounds']): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** Puts the window on its display now and after every change of the displays. */
export function keepOnDisplay(screen: Displays, window: Shown, wanted: string | null): void {
  const place = (): void => {
    if (window.isDestroyed()) return;
    const { bounds } = chooseDisplay(screen.getAllDisplays(), screen.getPrimaryDisplay(), wanted);
    if (isSame(bounds, window.getBounds())) return;
    // A window in kiosk mode does not move.
    window.setKiosk(false);
    window.setBounds(bounds);
    window.setKiosk(true);
  };
  screen.on('display-added', place);
  screen.on('display-removed', place);
  screen.on('display-metrics-changed', place);
  place();
}
