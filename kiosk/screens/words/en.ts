/** The kiosk's words in English, and the type of every other catalogue. */
import { countIn } from './plural.ts';

const count = countIn('en');

export const en = {
  common: { close: 'Close', cancel: 'Cancel', back: 'Back', yes: 'Yes', no: 'No' },
  status: { unsent: (scans: number) => count(scans, { one: '# unsent scan', other: '# unsent scans' }) },
};

export type Words = typeof en;
