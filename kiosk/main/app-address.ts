/** The renderer's own address inside Electron, and how to recognise it. `app:` has no origin in Node's URL. */
export const appScheme = 'app';
export const appHost = 'kiosk';
export const appUrl = `${appScheme}://${appHost}/`;

/** Whether a frame, a permission request or a navigation belongs to the kiosk's own pages. */
export function isAppUrl(text: string | null | undefined): boolean {
  const url = text === null || text === undefined ? null : URL.parse(text);
  return url !== null && url.protocol === `${appScheme}:` && url.host === appHost && url.username === '';
}
