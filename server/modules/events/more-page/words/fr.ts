/** The texts of the last page in French. */
import type { MoreWords } from './more-words.ts';

export const fr: MoreWords = {
  title: 'Plus',
  failed: 'Cela n’a pas fonctionné : {reason}',
  messages: 'Messages de l’organisateur',
  noMessages: 'Vous n’avez pas encore de message.',
  install: {
    title: 'Sur l’écran d’accueil',
    text: 'Votre billet s’ouvre alors comme une application, même sans internet.',
    button: 'Installer',
  },
  cancel: 'Annuler mon inscription',
  cancelled: 'Votre inscription est annulée.',
  askOrganizer: 'L’annulation n’est plus possible ici. Veuillez contacter l’organisateur.',
  known: {
    title: 'Ce qui est enregistré sur moi',
    text: 'Le fichier contient tout ce que cet événement a enregistré sur vous : réservations, rendez-vous, points, questions, e-mails et entrées.',
    name: 'Nom',
    email: 'E-mail',
    company: 'Entreprise',
    role: 'Fonction',
    ticket: 'Billet',
    registeredAt: 'Inscription',
    checkedInAt: 'Entrée',
    save: 'Enregistrer dans un fichier',
  },
};
