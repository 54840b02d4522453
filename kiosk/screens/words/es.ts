import type { Words } from './en.ts';
import { countIn } from './plural.ts';

const count = countIn('es');

export const es: Words = {
  common: { close: 'Cerrar', cancel: 'Cancelar', back: 'Atrás', yes: 'Sí', no: 'No' },
  status: {
    unsent: (scans) =>
      count(scans, { one: '# escaneo sin enviar', many: '# de escaneos sin enviar', other: '# escaneos sin enviar' }),
  },
};
