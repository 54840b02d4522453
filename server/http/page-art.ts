/** The pictures of the server's own pages. */
const mark =
  '<svg width="30" height="30" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path class="arch" d="M7 26V15a9 9 0 0 1 18 0v11z"/><path class="cut" d="M13.8 26v-5.5a2.2 2.2 0 0 1 4.4 0V26z"/><circle class="cut" cx="16" cy="14" r="2.5"/></svg>';

export const logo = `<span class="logo">${mark}Gatehouse</span>`;

export const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%231d3fbb'/%3E%3Cpath fill='%23fff' d='M7 26V15a9 9 0 0 1 18 0v11z'/%3E%3Cpath fill='%231d3fbb' d='M13.8 26v-5.5a2.2 2.2 0 0 1 4.4 0V26z'/%3E%3Ccircle cx='16' cy='14' r='2.5' fill='%231d3fbb'/%3E%3C/svg%3E";

/** Drawings in the opening of an arch. */
const openings = {
  closed: '<path d="M100 96v204M128 84v216M156 84v216M184 96v204M76 150h128M76 200h128M76 250h128"/>',
  expired: '<circle cx="140" cy="190" r="42"/><path d="M140 164v27l18 11"/>',
  locked: '<rect x="108" y="180" width="64" height="54" rx="12"/><path d="M120 180v-16a20 20 0 0 1 40 0v16"/>',
  busy: '<circle cx="140" cy="206" r="21"/><path d="M117 300v-42a23 23 0 0 1 46 0v42"/>',
  broken: '<path d="M140 140v70M140 246v2M96 300l44-24 44 24"/>',
} as const;

export type Gate = keyof typeof openings;

export function gatePicture(gate: Gate): string {
  return `<svg viewBox="0 0 280 300" aria-hidden="true"><path class="outside" d="M40 300V140a100 100 0 0 1 200 0v160z"/><path class="inside" d="M76 300V146a64 64 0 0 1 128 0v154z"/><g class="lines">${openings[gate]}</g></svg>`;
}

export const arches = `<aside class="art" aria-hidden="true"><p>Let people in.</p><svg viewBox="0 0 520 200" preserveAspectRatio="xMaxYMax slice"><path d="M0 200V152a48 48 0 0 1 96 0V200z" fill="#2a4fd0"/><path d="M62 200V102a60 60 0 0 1 120 0V200z" fill="#172f8c"/><path d="M86 200V118a36 36 0 0 1 72 0V200z" fill="#0f2168"/><circle cx="122" cy="156" r="9.4" fill="#a9c0ff"/><path d="M112 200v-22a10 10 0 0 1 20 0v22z" fill="#a9c0ff"/><path d="M168 200V162a46 46 0 0 1 92 0V200z" fill="#3f66ec"/><path d="M236 200V85a75 75 0 0 1 150 0V200z" fill="#ffc928"/><path d="M262 200V101a49 49 0 0 1 98 0V200z" fill="#1a1400"/><circle cx="311" cy="130" r="14.9" fill="#ffc928"/><path d="M295 200v-35a16 16 0 0 1 32 0v35z" fill="#ffc928"/><path d="M364 200V138a42 42 0 0 1 84 0V200z" fill="#2a4fd0"/><path d="M424 200V110a60 60 0 0 1 120 0V200z" fill="#172f8c"/><path d="M446 200V126a38 38 0 0 1 76 0V200z" fill="#a9c0ff"/><circle cx="472" cy="160" r="8.5" fill="#172f8c"/><path d="M463 200v-20a9 9 0 0 1 18 0v20z" fill="#172f8c"/></svg></aside>`;
