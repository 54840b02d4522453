/** The texts of the ticket page in French. */
import type { PageWords } from './page-words.ts';

export const fr: PageWords = {
  ticket: 'Billet',
  ticketCode: 'Code du billet',
  qrCode: 'QR code de ce billet. Présentez-le au lecteur.',
  reload: 'Rechargez cette page pour obtenir un nouveau code',
  noCode: 'Pas de code pour l’instant',
  checkedIn: 'Arrivée enregistrée',
  enjoy: '{time}. Bon événement !',
  attendee: 'Nom',
  ticketNumber: 'Numéro du billet, à saisir à la main',
  language: 'Langue',
  states: {
    pending: {
      title: 'Paiement pas encore confirmé',
      text: 'Votre code apparaîtra ici de lui-même dès que le paiement sera passé.',
    },
    waitlisted: {
      title: 'Vous êtes sur la liste d’attente',
      text: 'Votre code apparaîtra ici dès qu’une place se libère. Nous vous écrirons aussi.',
    },
    expired: {
      title: 'Réservation expirée',
      text: 'Le paiement n’est pas arrivé à temps et la place a été rendue. Veuillez vous réinscrire.',
    },
    cancelled: {
      title: 'Inscription annulée',
      text: 'Ce billet n’est plus valable. Si cela vous surprend, écrivez à l’organisateur.',
    },
    refunded: { title: 'Billet remboursé', text: 'Ce billet a été remboursé et n’est plus valable.' },
    revoked: {
      title: 'Billet retiré',
      text: 'L’organisateur a retiré ce billet. Vous en avez peut-être reçu un plus récent.',
    },
    event_cancelled: {
      title: 'Événement annulé',
      text: 'Cet événement n’aura pas lieu. L’organisateur vous écrira au sujet des remboursements.',
    },
  },
  script: {
    renewsIn: 'Se renouvelle dans {time}',
    goodUntilRenewed: 'Le code se renouvelle seul ; celui-ci reste valable {time}',
    goodFor: 'Ce code reste valable {time}',
    hoursAndMinutes: '{h} h {min} min',
    appears: 'Il apparaîtra ici de lui-même : {time}, même sans réseau.',
    usedUp:
      'Les codes gardés sur cet appareil sont épuisés. Connectez-vous un instant à Internet pour en obtenir d’autres.',
    noNetwork: 'Pas de réseau. Cette page continue de fonctionner.',
    looksForNews: 'Cette page se met à jour d’elle-même.',
    saved: 'Enregistrée sur cet appareil : s’ouvre et se renouvelle aussi sans réseau.',
    keepOpen: 'Gardez cette page ouverte ou ajoutez-la à l’écran d’accueil.',
  },
};
