/** News that the waiting list gave a person a place in a session, or that a new time took it away. `{name}` is the session. */
import type { Language } from '#shared/base/languages.ts';

export interface PlaceNews {
  readonly promoted: string;
  readonly displaced: string;
}

export const placeNews: Readonly<Record<Language, PlaceNews>> = {
  en: {
    promoted: 'You now have a place from the waiting list: {name}',
    displaced: 'You are back on the waiting list, because the time was changed: {name}',
  },
  de: {
    promoted: 'Sie haben jetzt einen Platz von der Warteliste: {name}',
    displaced: 'Sie stehen wieder auf der Warteliste, weil die Zeit geändert wurde: {name}',
  },
  fr: {
    promoted: 'Vous avez maintenant une place de la liste d’attente : {name}',
    displaced: 'Vous êtes de nouveau sur la liste d’attente, car l’horaire a changé : {name}',
  },
  es: {
    promoted: 'Ya tiene una plaza de la lista de espera: {name}',
    displaced: 'Vuelve a estar en la lista de espera porque cambió la hora: {name}',
  },
  ar: {
    promoted: 'أصبح لديك مكان من قائمة الانتظار: {name}',
    displaced: 'عدت إلى قائمة الانتظار لأن الموعد تغيّر: {name}',
  },
};
