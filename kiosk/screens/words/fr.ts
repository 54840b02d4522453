import type { Words } from './en.ts';
import { countIn } from './plural.ts';

const count = countIn('fr');

export const fr: Words = {
  common: { close: 'Fermer', cancel: 'Annuler', back: 'Retour', yes: 'Oui', no: 'Non' },
  status: {
    unsent: (scans) =>
      count(scans, { one: '# scan non envoyé', many: '# de scans non envoyés', other: '# scans non envoyés' }),
  },
};
