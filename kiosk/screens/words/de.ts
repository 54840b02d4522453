import type { Words } from './en.ts';
import { countIn } from './plural.ts';

const count = countIn('de');

export const de: Words = {
  common: { close: 'Schließen', cancel: 'Abbrechen', back: 'Zurück', yes: 'Ja', no: 'Nein' },
  status: { unsent: (scans) => count(scans, { one: '# ungesendeter Scan', other: '# ungesendete Scans' }) },
};
