/** The pictures of the public pages: icons, the arches, the mark. */
import { Html, html } from '#shared/base/html.ts';

const paths = {
  calendar: '<rect x="3.5" y="5" width="17" height="15.5" rx="2.5"/><path d="M3.5 10h17M8 2.8v3.7M16 2.8v3.7"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3.5 2"/>',
  globe: '<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18"/>',
  minus: '<path d="M5 12h14"/>',
  pin: '<path d="M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21z"/><circle cx="12" cy="9.5" r="2.4"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  tag: '<path d="M3.5 4h8l9 9-7.5 7.5-9.5-9zM8 8.5h.01"/>',
  user: '<circle cx="12" cy="8" r="3.8"/><path d="M4.5 20.5c.5-4 3.4-6 7.5-6s7 2 7.5 6"/>',
} as const;

export function icon(name: keyof typeof paths): Html {
  return new Html(`<svg class="ico" viewBox="0 0 24 24" aria-hidden="true">${paths[name]}</svg>`);
}

export const favicon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%231d3fbb'/%3E%3Cpath fill='%23fff' d='M7 26V15a9 9 0 0 1 18 0v11z'/%3E%3Cpath fill='%231d3fbb' d='M13.8 26v-5.5a2.2 2.2 0 0 1 4.4 0V26z'/%3E%3Ccircle cx='16' cy='14' r='2.5' fill='%231d3fbb'/%3E%3C/svg%3E";

interface Arch {
  /** Left edge, right edge and top of the straight part, in units of the picture, 200 of them high. */
  readonly at: readonly [number, number, number];
  readonly fill: string;
}
interface Figure {
  /** Centre of the head, its radius, half the width of the body and where its straight part begins. */
  readonly at: readonly [number, number, number, number, number];
  readonly fill: string;
}

/** Drawn in this order; the picture for shared links is made of the same shapes. */
export const arches: readonly (Arch | Figure)[] = [
  { at: [0, 96, 152], fill: '#2a4fd0' },
  { at: [62, 182, 102], fill: '#172f8c' },
  { at: [86, 158, 118], fill: '#0f2168' },
  { at: [122, 156, 9.4, 10, 178], fill: '#a9c0ff' },
  { at: [168, 260, 162], fill: '#3f66ec' },
  { at: [236, 386, 85], fill: '#ffc928' },
  { at: [262, 360, 101], fill: '#1a1400' },
  { at: [311, 130, 14.9, 16, 165], fill: '#ffc928' },
  { at: [364, 448, 138], fill: '#2a4fd0' },
  { at: [424, 544, 110], fill: '#172f8c' },
  { at: [446, 520, 126], fill: '#a9c0ff' },
  { at: [472, 160, 8.5, 10, 180], fill: '#172f8c' },
  { at: [498, 152, 10.2, 11, 176], fill: '#172f8c' },
];
export const archesHeight = 200;

function shape(one: Arch | Figure): string {
  if (one.at.length === 3) {
    const [left, right, top] = one.at;
    const r = (right - left) / 2;
    return `<path d="M${left} 200V${top}a${r} ${r} 0 0 1 ${right - left} 0V200z" fill="${one.fill}"/>`;
  }
  const [x, y, r, half, top] = one.at;
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${one.fill}"/><path d="M${x - half} 200V${top}a${half} ${half} 0 0 1 ${2 * half} 0V200z" fill="${one.fill}"/>`;
}

export const archesPicture = new Html(
  `<svg class="arches" viewBox="0 0 520 200" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">${arches.map(shape).join('')}</svg>`,
);

export const mark = html`<span class="logo"><svg width="18" height="18" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path class="arch" d="M7 26V15a9 9 0 0 1 18 0v11z"/><path class="cut" d="M13.8 26v-5.5a2.2 2.2 0 0 1 4.4 0V26z"/><circle class="cut" cx="16" cy="14" r="2.5"/></svg></span>`;
