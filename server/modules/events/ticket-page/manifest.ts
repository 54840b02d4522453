/** The web app manifest and the icon, which make the ticket page installable. */
import { PNG } from 'pngjs';
import { ticketPagePaths } from '../attendee-page/page-paths.ts';
import type { TicketPageData } from './page-data.ts';

/** Ground of the page's head, of its icon, and of the bar that the browser draws above it. */
export const pageColour = '#172f8c';

/** JSON, to be served at `ticketPagePaths().manifest` as `application/manifest+json`. */
export function renderTicketManifest(
  data: Pick<TicketPageData, 'path'> & { readonly event: { readonly name: string } },
): string {
  const paths = ticketPagePaths(data.path);
  const icon = (src: string, side: number) => ({
    src,
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose: 'any maskable',
  });
  return JSON.stringify({
    id: data.path,
    // The name of the event alone: it is in the language of its people, and tells two tickets apart.
    name: data.event.name,
    short_name: data.event.name,
    start_url: data.path,
    scope: paths.scope,
    display: 'standalone',
    orientation: 'portrait',
    background_color: pageColour,
    theme_color: pageColour,
    icons: [icon(paths.icon192, 192), icon(paths.icon512, 512)],
  });
}

/**
 * A gate: a white arch on the page's blue, inside the middle 80 % that every launcher shows.
 *
 * @param sidePx 192 or 512, as the manifest names them
 */
export function ticketIconPng(sidePx: number): Uint8Array {
  const grounds = Buffer.from(pageColour.slice(1), 'hex');
  const png = new PNG({ width: sidePx, height: sidePx });
  for (let y = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++) {
      const white = coverage(x / sidePx, y / sidePx, 1 / sidePx);
      const at = (y * sidePx + x) * 4;
      grounds.forEach((ground, channel) => {
        png.data[at + channel] = Math.round(ground + (255 - ground) * white);
      });
      png.data[at + 3] = 255;
    }
  }
  return new Uint8Array(PNG.sync.write(png));
}

/** Returns the part of a pixel at (x, y), in shares of the side, that is arch: sixteen samples, so that the curve is smooth. */
function coverage(x: number, y: number, px: number): number {
  let inside = 0;
  for (let i = 0; i < 16; i++) if (isArch(x + (((i & 3) + 0.5) / 4) * px, y + (((i >> 2) + 0.5) / 4) * px)) inside++;
  return inside / 16;
}

function isArch(x: number, y: number): boolean {
  const within = (half: number) => (y < 0.5 ? Math.hypot(x - 0.5, y - 0.5) <= half : Math.abs(x - 0.5) <= half);
  const arch = within(0.27) && !within(0.17) && y <= 0.76;
  const threshold = Math.abs(x - 0.5) <= 0.085 && y >= 0.5 && y <= 0.76;
  return arch || threshold;
}
