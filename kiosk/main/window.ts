/**
 * The kiosk's one window: its options, and the locks on what the page or a passer-by could do with it. Kiosk mode
 * alone does not lock the operating system; README says what does.
 */
import type { BrowserWindowConstructorOptions, Event, Input, WebContents } from 'electron';
import { isAppUrl } from './app-address.ts';

/**
 * @param preload absolute path of the built preload
 * @param windowed an ordinary window, for trying out
 */
export function windowOptions(preload: string, windowed: boolean): BrowserWindowConstructorOptions {
  return {
    kiosk: !windowed,
    fullscreen: !windowed,
    width: 1_280,
    height: 800,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: '#111111',
    title: 'Gatehouse',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      backgroundThrottling: false,
      disableDialogs: true,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: windowed,
    },
  };
}

/** Keys that leave, reload, zoom or inspect; a keyboard wedge sends none of them. */
export function isForbiddenKey(input: Pick<Input, 'type' | 'key' | 'control' | 'meta' | 'alt' | 'shift'>): boolean {
  const key = input.key.toLowerCase();
  if (key === 'f5' || key === 'f11' || key === 'f12') return true;
  if (input.alt && (key === 'f4' || key === 'arrowleft' || key === 'arrowright')) return true;
  if (!input.control && !input.meta) return false;
  return (
    ['w', 'r', 'q', 'n', 't', 'p', 's', 'o', 'u', '+', '-', '=', '0'].includes(key) ||
    (input.shift && 'ijc'.includes(key))
  );
}

type Lockable = Pick<WebContents, 'setWindowOpenHandler' | 'on'>;

/** No other window, no other page, no embedded browser, no way out by keyboard. */
export function lockDown(contents: Lockable, windowed: boolean): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  const stay = (event: Event<{ url: string }>): void => {
    if (!isAppUrl(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('before-input-event', (event, input) => {
    if (!windowed && isForbiddenKey(input)) event.preventDefault();
  });
}
