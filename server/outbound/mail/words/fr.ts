/** The sentences of the mails in French. */
import { countIn } from '#shared/base/plural.ts';
import type { LetterTexts } from './letter-texts.ts';

const count = countIn('fr');

export const fr: LetterTexts = {
  colon: ' : ',
  greeting: (name) => `Bonjour ${name},`,
  confirmed: {
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
  cancelled: {
    subject: (event) => `Annulation : ${event}`,
    opening: () => 'Votre inscription est annulée et le billet n’est plus valable.',
    refund: (sum) => `${sum} vous seront remboursés par le même moyen de paiement.`,
    closing: 'Si cela vous surprend, écrivez à l’organisateur.',
  },
  labels: {
    ticket: 'Billet',
    number: 'Numéro',
    begins: 'Début',
    ends: 'Fin',
    where: 'Lieu',
    open: 'Ouvrir mon billet',
  },
  qrCode: 'QR code du billet',
  yourTicket: 'Votre billet',
};
