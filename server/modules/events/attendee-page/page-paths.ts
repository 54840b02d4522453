/** The paths of the parts of an attendee's page: all below `/t/`, so that one service worker caches them. */

export interface TicketPagePaths {
  readonly codes: string;
  readonly manifest: string;
  /** One for all ticket pages of this origin; its folder is its scope. */
  readonly worker: string;
  readonly scope: string;
  readonly icon192: string;
  readonly icon512: string;
}

/** @param path of the ticket page. A secret holds no dot, so no shared file has the path of a ticket page. */
export function ticketPagePaths(path: string): TicketPagePaths {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return {
    codes: `${path}/codes`,
    manifest: `${path}/manifest.webmanifest`,
    worker: `${folder}sw.js`,
    scope: folder,
    icon192: `${folder}icon-192.png`,
    icon512: `${folder}icon-512.png`,
  };
}
