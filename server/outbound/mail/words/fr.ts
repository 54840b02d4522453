/** The sentences of the mails in French. */
import { countIn } from '#shared/base/plural.ts';
import type { LetterTexts } from './letter-texts.ts';

const count = countIn('fr');

export const fr: LetterTexts = {
  refundWays: {
    same: 'par le même moyen de paiement',
    transfer: 'par virement bancaire',
  },
  colon: ' : ',
  greeting: (name) => `Bonjour ${name},`,
  ticketConfirmed: {
    subject: (event) => `Votre billet : ${event}`,
    opening: (event) => `Votre inscription à « ${event} » est confirmée.`,
    page: 'Ouvrez la page de votre billet sur votre téléphone et présentez le code à l’entrée. Il se renouvelle seul, même sans réseau une fois la page ouverte.',
    picture: (minutes) =>
      count(minutes, {
        one: 'Le QR code joint ne vaut qu’environ # minute ; ensuite, utilisez la page.',
        many: 'Le QR code joint ne vaut qu’environ # de minutes ; ensuite, utilisez la page.',
        other: 'Le QR code joint ne vaut qu’environ # minutes ; ensuite, utilisez la page.',
      }),
    closing: 'Gardez ce lien pour vous : qui l’a peut présenter votre billet.',
  },
  registrationCancelled: {
    subject: (event) => `Annulation : ${event}`,
    opening: (_event, isMany) =>
      isMany
        ? 'Vos inscriptions sont annulées et les billets ne sont plus valables.'
        : 'Votre inscription est annulée et le billet n’est plus valable.',
    refund: (sum, way) => `${sum} vous seront remboursés${way}.`,
    closing: 'Si cela vous surprend, veuillez contacter l’organisateur.',
  },
  ticketTransferred: {
    subject: (event) => `Votre billet a été transféré : ${event}`,
    opening: (event) =>
      `Votre billet pour « ${event} » appartient désormais à une autre personne. Votre ancien code n’est plus valable.`,
    closing: 'Si cela vous surprend, veuillez contacter l’organisateur.',
  },
  orderReceived: {
    subject: (event) => `Veuillez régler votre commande : ${event}`,
    opening: (order, event) =>
      `Nous avons reçu votre commande ${order} pour « ${event} ». Elle n’est pas encore réglée.`,
    pay: (sum) => `Veuillez régler ${sum}. Vous recevrez vos billets par e-mail dès l’arrivée du paiement.`,
    payUntil: (sum, time) =>
      `Veuillez régler ${sum} avant le ${time}. Ensuite, les places seront libérées. Vous recevrez vos billets par e-mail dès l’arrivée du paiement.`,
    bank: (order) => `Pour un virement, utilisez ce compte et indiquez ${order} comme référence :`,
    closing: 'Depuis la page de votre commande, vous pouvez régler à tout moment.',
  },
  orderPaid: {
    subject: (event) => `Reçu de votre commande : ${event}`,
    opening: (order, event) => `Merci. Votre commande ${order} pour « ${event} » est complète.`,
    tickets: 'Voici les billets de cette commande. Chaque personne reçoit aussi le sien par e-mail.',
    closing: 'Ne partagez pas les liens : toute personne qui en possède un peut présenter le billet.',
  },
  refundSent: {
    subject: (event) => `Votre remboursement est en route : ${event}`,
    opening: (sum, event, way) => `Nous vous avons remboursé ${sum} pour « ${event} »${way}.`,
    closing: 'Votre banque peut mettre jusqu’à 10 jours à le créditer sur votre compte.',
  },
  refundFailed: {
    subject: (event) => `Votre remboursement est retardé : ${event}`,
    opening: (sum, event) => `Le remboursement de ${sum} pour « ${event} » n’a pas pu être versé.`,
    closing: 'L’organisateur en est informé et vous contactera. Vous n’avez rien à faire pour le moment.',
  },
  eventCancelled: {
    subject: (event) => `Événement annulé : ${event}`,
    opening: (event, isMany) =>
      isMany
        ? `L’organisateur a annulé « ${event} ». Vos inscriptions ont pris fin et vos billets ne sont plus valables.`
        : `L’organisateur a annulé « ${event} ». Votre inscription a pris fin et votre billet n’est plus valable.`,
    refund: (sum, way) => `Nous vous rembourserons la totalité, soit ${sum}${way}.`,
    closing: 'Pour toute question, veuillez contacter l’organisateur.',
  },
  waitlistOffer: {
    subject: (event) => `Une place s’est libérée pour vous : ${event}`,
    opening: (event) => `C’est votre tour sur la liste d’attente de « ${event} » : une place vous est réservée.`,
    until: (time) => `Veuillez l’accepter avant le ${time}. Ensuite, elle sera proposée à la personne suivante.`,
    closing: 'Si vous n’avez plus besoin de la place, vous n’avez rien à faire.',
  },
  sessionPromoted: {
    subject: (session, event) => `Vous avez une place : ${session} (${event})`,
    opening: (session) => `Une place s’est libérée : vous avez maintenant une place pour « ${session} ».`,
    closing:
      'Si vous n’avez plus besoin de la place, libérez-la sur la page de votre billet. Elle ira à la personne suivante.',
  },
  sessionChanged: {
    subject: (session, event) => `Session modifiée : ${session} (${event})`,
    opening: (session) =>
      `« ${session} » a changé. Vous gardez votre place. Voici la session telle qu’elle est prévue :`,
    closing: 'Si vous ne pouvez plus venir, libérez votre place sur la page de votre billet.',
  },
  sessionDisplaced: {
    subject: (session, event) => `Session déplacée : ${session} (${event})`,
    opening: (session) =>
      `« ${session} » a été déplacée à une heure où vous avez autre chose. Vous êtes maintenant sur sa liste d’attente, avant ceux qui ont réservé après vous.`,
    closing: 'Pour retrouver votre place, annulez sur la page de votre billet ce que vous avez à cette heure.',
  },
  sessionCancelled: {
    subject: (session, event) => `Session annulée : ${session} (${event})`,
    opening: (session) => `« ${session} » n’aura pas lieu. Votre réservation est annulée ; votre billet reste valable.`,
    closing: 'Sur la page de votre billet, vous pouvez réserver une autre session.',
  },
  prizeWon: {
    subject: (prize, event) => `Vous avez gagné à « ${event} » : ${prize}`,
    opening: (prize, event) => `Vous avez gagné au tirage « ${prize} » de « ${event} ».`,
    until: (time) => `Veuillez accepter le lot avant le ${time}. Ensuite, il revient à la personne suivante.`,
    closing: 'Chacun peut vérifier le tirage sur sa page publique.',
  },
  meetingProposed: {
    subject: (person, event) => `Demande de rendez-vous de ${person} – ${event}`,
    opening: (person, event) => `${person} souhaite vous rencontrer à « ${event} ».`,
    until: (time) => `Veuillez répondre avant le ${time}. Passé ce délai, l’horaire sera de nouveau libre.`,
    closing: 'Sur la page de votre billet, vous pouvez accepter, refuser ou proposer un autre horaire.',
  },
  meetingMoved: {
    subject: (person, event) => `Nouvel horaire proposé : ${person} – ${event}`,
    opening: (person, event) => `${person} propose un autre horaire pour votre rendez-vous à « ${event} ».`,
    until: (time) => `Veuillez répondre avant le ${time}. Passé ce délai, l’horaire sera de nouveau libre.`,
    closing: 'Sur la page de votre billet, vous pouvez accepter, refuser ou proposer un autre horaire.',
  },
  meetingConfirmed: {
    subject: (person, event) => `Votre rendez-vous avec ${person} – ${event}`,
    opening: (person, event) =>
      `Votre rendez-vous avec ${person} à « ${event} » est confirmé. L’entrée de calendrier est jointe.`,
    closing: 'Si vous ne pouvez pas venir, annulez le rendez-vous afin que l’autre personne puisse s’organiser.',
  },
  meetingKept: {
    subject: (person, event) => `Votre rendez-vous avec ${person} est maintenu – ${event}`,
    opening: (person, event) => `${person} a refusé le nouvel horaire de votre rendez-vous à « ${event} ».`,
    closing: 'L’horaire convenu reste valable.',
  },
  meetingDeclined: {
    subject: (person, event) => `Proposition refusée : ${person} – ${event}`,
    opening: (person, event) => `${person} a refusé votre proposition de rendez-vous à « ${event} ».`,
    closing: 'L’horaire est de nouveau libre.',
  },
  meetingWithdrawn: {
    subject: (person, event) => `Proposition retirée : ${person} – ${event}`,
    opening: (person, event) => `${person} a retiré la proposition de vous rencontrer à « ${event} ».`,
    closing: 'Vous n’avez pas besoin de répondre. L’horaire est de nouveau libre.',
  },
  meetingCancelled: {
    subject: (person, event) => `Rendez-vous annulé : ${person} – ${event}`,
    opening: (person, event) => `${person} a annulé votre rendez-vous à « ${event} ».`,
    closing: 'L’horaire est de nouveau libre.',
  },
  exhibitorInvited: {
    subject: (exhibitor, event) => `Votre page de contacts pour ${exhibitor} : ${event}`,
    opening: (exhibitor, event) =>
      `Vous pouvez travailler sur les contacts de ${exhibitor} à « ${event} » : les consulter, ajouter des notes et les exporter.`,
    phone:
      'Pour scanner les badges, ouvrez la page, choisissez « Associer un appareil » et scannez avec votre téléphone le QR code affiché. Ensuite, le scan fonctionne sans connexion internet.',
    closing: 'Ne transmettez pas ce lien : toute personne qui l’a peut voir et modifier les contacts.',
  },
  message: {
    closing: (event) => `Vous recevez cet e-mail en raison de votre inscription à « ${event} ».`,
    unsubscribe: 'Ne plus recevoir de messages de l’organisateur',
  },
  labels: {
    ticket: 'Billet',
    number: 'Numéro',
    begins: 'Début',
    ends: 'Fin',
    where: 'Lieu',
    open: 'Ouvrir mon billet',
    order: 'Commande',
    total: 'Total',
    openOrder: 'Ouvrir ma commande',
    openOffer: 'Accepter la place',
    session: 'Session',
    openSchedule: 'Ouvrir mon programme',
    claimPrize: 'Accepter le lot',
    meetingWith: 'Avec',
    table: 'Table',
    booth: 'Stand',
    openLeads: 'Ouvrir les contacts',
  },
  qrCode: 'QR code du billet',
  yourTicket: 'Le lien vers votre billet se trouve dans l’e-mail qui contenait cette entrée.',
};
