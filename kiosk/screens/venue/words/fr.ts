/** The words about other kiosks on the network in French. */
import type { VenueWords } from './venue-words.ts';

export const fr: VenueWords = {
  title: 'Autres bornes du réseau',
  conditions: {
    open: 'Cette borne entend directement les autres, même sans internet.',
    no_address:
      'Cet appareil entend les autres bornes dès qu’il a l’adresse de l’une d’elles. Lisez le code dans les réglages d’une autre borne ou saisissez son adresse qui se termine par .local.',
    no_host:
      'Cette borne n’entend pas les autres : le service local n’est pas lancé ou ne se connecte pas aux autres bornes.',
    switched_off:
      'Le service local de cette borne est désactivé pour les autres bornes. Pour l’activer, lancez-le sans « --peers off » ; dans l’application de bureau, mettez « peerPort » à 4011 dans kiosk.json.',
    no_key: 'Cette borne n’a pas encore la clé du réseau des bornes. Connectez-la une fois au serveur.',
    not_here: 'Une borne avec ce rôle n’entend pas les autres.',
    failed:
      'Le service local ne peut pas recevoir de connexions sur le réseau. Relancez-le, puis vérifiez le réseau de cet ordinateur.',
  },
  inReach: (inReach, members) => `${inReach} bornes sur ${members} à portée`,
  keyOutdated: 'Une autre borne a une clé plus récente. Connectez cette borne une fois au serveur.',
  dropped: (scans) => `Lectures d’autres bornes sans place ici : ${scans}. Connectez les bornes au serveur.`,
  hears: (names) => `entend ${names}`,
  hearsNone: 'n’entend aucune autre borne',
  thisKiosk: (name) => `${name} (cette borne)`,
  online: 'en ligne',
  noInternet: 'pas d’internet',
  unknown: 'Appareil inconnu',
  reportsTitle: 'Problèmes sur le réseau',
  report: (reason, kiosk, times) => `${kiosk} : ${reason} (${times})`,
  reasons: {
    revoked: 'une borne révoquée a tenté de participer',
    key: 'sa clé est périmée',
    forged: 'un message n’était pas authentique',
    unlisted:
      'absent de la liste des bornes. Une borne qui vient d’être associée y figure après la prochaine synchronisation',
    flood: 'des messages trop nombreux ou trop grands',
    stranger: 's’est connecté sans prouver qu’il est une borne',
    crowd: 'trop de connexions à la fois',
    silent: 'ne donne plus signe. Vérifiez son alimentation et son réseau',
    unreadable: 'un message est illisible. Mettez-la à jour',
  },
  ownAddress: 'Adresse de cette borne',
  ownAddressHint: 'Saisissez-la sur une autre borne si les bornes ne se trouvent pas, ou lisez-y le code.',
  code: 'Code avec l’adresse de cette borne',
  address: 'Adresse d’une autre borne',
  addressHint: 'Par exemple 192.168.1.20:4011',
  add: 'Ajouter',
  remove: (address) => `Retirer ${address}`,
  notAnAddress: 'Ce n’est pas une adresse. Saisissez-la comme l’autre borne l’affiche, par exemple 192.168.1.20:4011.',
  notAKiosk:
    'Ce n’est pas le code d’une autre borne. Ouvrez les réglages de l’autre borne et présentez au lecteur le code qui s’y affiche.',
  box: (name) => `${name} (boîtier du lieu)`,
  reached: (name) => `Jointe : ${name}`,
  outcomes: {
    asking: 'interrogation…',
    unreachable:
      'Rien ne répond à cette adresse. Vérifiez l’adresse, que l’autre borne fonctionne et que les deux sont sur le même réseau. Cette borne continue d’essayer.',
    not_proven:
      'Ce qui répond n’a pas prouvé être une borne de cet événement. Vérifiez l’adresse. Si elle est juste, connectez les deux bornes une fois au serveur.',
    self: 'C’est l’adresse de cette borne. Saisissez celle qu’affiche une autre borne.',
  },
};
