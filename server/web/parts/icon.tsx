/** Icons of the console: lines on a grid of 24, in the colour of their text. They say nothing that a word does not say. */
const paths = {
  gate: 'M5 21V11a7 7 0 0 1 14 0v10M2.8 21h18.4M12 11.5v3',
  board: 'M4 20V10M10 20V4M16 20v-7M2.8 20h18.4',
  attendees:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20c.4-3.6 3-5.5 6.5-5.5s6.1 1.9 6.5 5.5M16 4.7a3.5 3.5 0 0 1 0 6.6M18.5 14.9c1.8.9 2.8 2.6 3 5.1',
  kiosks:
    'M7.5 2.8h9A2.5 2.5 0 0 1 19 5.3v13.4a2.5 2.5 0 0 1-2.5 2.5h-9A2.5 2.5 0 0 1 5 18.7V5.3a2.5 2.5 0 0 1 2.5-2.5M11 18h2',
  badge:
    'M4 7.5A1.5 1.5 0 0 1 5.5 6h13A1.5 1.5 0 0 1 20 7.5v12a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 19.5zM10 3h4v5h-4zM8 18c.4-2 2-3 4-3s3.6 1 4 3M12 12.5v.1',
  settings:
    'M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4M12 2.8v3M12 18.2v3M2.8 12h3M18.2 12h3M5.5 5.5l2.1 2.1M16.4 16.4l2.1 2.1M5.5 18.5l2.1-2.1M16.4 7.6l2.1-2.1',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
