/** The guests' drawings, large and calm. Decoration beside words. */
import type { ReactElement } from 'react';

export type GuestPicture = 'badge' | 'printing' | 'welcome' | 'staff' | 'ticket' | 'question';

const paths: Readonly<Record<GuestPicture, string>> = {
  badge: 'M44 14h32v14H44zM22 28h76v78H22zM60 46a12 12 0 1 1 0 24 12 12 0 0 1 0-24M38 92a22 22 0 0 1 44 0',
  printing:
    'M34 40V14h52v26M34 84H20a6 6 0 0 1-6-6V46a6 6 0 0 1 6-6h80a6 6 0 0 1 6 6v32a6 6 0 0 1-6 6H86M34 68h52v38H34z',
  welcome: 'M60 8a52 52 0 1 1 0 104A52 52 0 0 1 60 8M36 62l16 16 32-36',
  question: 'M18 18h84v62H66L44 102V80H18zM50 41a10 10 0 1 1 15 9c-3.500 2-5 3.500-5 7M60 67v.5',
  staff: 'M60 14a20 20 0 1 1 0 40 20 20 0 0 1 0-40M20 108a40 40 0 0 1 80 0M60 68v16',
  ticket: 'M14 34h92v18a10 10 0 0 0 0 20v18H14V72a10 10 0 0 0 0-20zM72 34v8M72 52v16M72 78v12',
};

export function GuestIcon({ picture }: { readonly picture: GuestPicture }): ReactElement {
  return (
    <svg className="guest-icon" viewBox="0 0 120 120" aria-hidden="true" focusable="false" data-picture={picture}>
      <path d={paths[picture]} fill="none" strokeWidth="7" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
