/** The kiosk's words in French. */

import { countIn } from '#shared/base/plural.ts';
import type { Words } from './en.ts';

const count = countIn('fr');

export const fr: Words = {
  common: {
    close: 'Fermer',
    erase: 'Effacer',
    clear: 'Tout effacer',
    cancel: 'Annuler',
    back: 'Retour',
    yes: 'Oui',
    no: 'Non',
    tryAgain: 'Réessayer',
    startAgain: 'Redémarrer',
    required: 'obligatoire',
    optional: 'facultatif',
    unknownRegistration: 'Inscription inconnue',
    reason: 'Motif',
    skipStatusBar: 'Passer la barre d’état',
    details: 'Détails',
  },
  starting: { title: 'Démarrage…', text: 'Ouverture des données de cette borne.' },
  alreadyOpen: {
    title: 'Déjà ouverte dans une autre fenêtre',
    text: 'Une seule fenêtre à la fois peut faire entrer avec les données de cette borne. Fermez celle-ci et continuez dans l’autre. S’il n’y en a pas, elle vient d’être fermée : réessayez.',
  },
  failed: {
    title: 'Cette borne n’a pas pu démarrer',
    text: 'Redémarrez. Si cela persiste, libérez de la place sur le disque ou utilisez une autre borne. Tout ce qui s’est affiché en vert est enregistré.',
  },
  broken: {
    title: 'Cet écran ne fonctionne plus',
    whatToDo: 'Appuyez sur « Redémarrer ».',
    text: 'Tout ce qui s’est affiché en vert est enregistré ; rien n’est perdu et personne n’est à rescanner. Si cela se reproduit, utilisez une autre borne et transmettez à l’organisateur ce qui figure ci-dessous.',
  },
  hostQuestion: {
    title: 'Utiliser les imprimantes de cet ordinateur ?',
    text: 'Un lien demande à cette borne d’utiliser le service local de cet ordinateur. Il imprime les badges et reçoit le code PIN avec lequel le personnel quitte la borne. N’acceptez que si vous l’avez démarré.',
    use: 'L’utiliser',
    without: 'Continuer sans',
  },
  pairing: {
    title: 'Associer cette borne',
    how: 'Dans la console, ouvrez l’événement, choisissez « Kiosks », puis la porte où se trouve celle-ci. Saisissez le code affiché ou ouvrez son lien sur cet appareil. Un code vaut 10 minutes et pour une seule borne.',
    code: 'Code d’association',
    server: 'Adresse du serveur',
    pair: 'Associer cette borne',
    pairing: 'Association…',
    deviceTitle: 'Associer cet appareil ?',
    pairDevice: 'Associer cet appareil',
    exhibitor: 'Exposant',
    linkTitle: 'Associer cette borne ?',
    linkText: 'Un lien a apporté un code d’association. Vérifiez d’abord : les scans faits ici vont à ce serveur.',
    event: 'Événement',
    gate: 'Porte',
    printers: 'Imprimantes de cet ordinateur',
    otherCode: 'Saisir un autre code',
    roles: { gate: 'avec personnel', 'self-service': 'libre-service', exhibitor: 'exposant' },
    refusals: {
      pairing_code_unknown: { title: 'Ce code est inconnu', sentence: 'Vérifiez qu’il est bien saisi.' },
      pairing_code_expired: { title: 'Ce code a expiré', sentence: 'Créez-en un nouveau dans la console.' },
      pairing_code_used: { title: 'Ce code a déjà servi', sentence: 'Créez-en un nouveau dans la console.' },
      pairing_code_other_device: {
        title: 'Ce code est celui d’un autre appareil',
        sentence: 'Créez dans la console un code pour cet appareil et cet événement.',
      },
      upstream_only: {
        title: 'Pas auprès de ce boîtier',
        sentence: 'L’appareil d’un exposant s’associe au serveur de l’événement. Ouvrez-y le lien de l’exposant.',
      },
      upstream_unreachable: {
        title: 'Le boîtier n’a pas internet',
        sentence: 'Une nouvelle borne en a besoin une fois. Recommencez quand le boîtier joint son serveur.',
      },
      server_unreachable: {
        title: 'Le serveur ne répond pas',
        sentence: 'Vérifiez le réseau et l’adresse, puis recommencez.',
      },
      server_address: {
        title: 'Ce n’est pas une adresse de serveur',
        sentence: 'Elle ressemble à https://events.example.org. La console l’affiche.',
      },
      other: {
        title: 'L’association a échoué',
        sentence: 'Réessayez, ou créez un nouveau code dans la console.',
      },
    },
  },
  loading: {
    title: 'Préparation',
    unreachable: 'Le serveur est injoignable.',
    asking: 'Demande de la liste des inscriptions au serveur…',
    of: (total) =>
      count(total, { one: 'sur # inscription', many: 'sur # d’inscriptions', other: 'sur # inscriptions' }),
    progress: 'Inscriptions chargées',
    hint: 'Si la connexion se coupe, rien n’est perdu : le chargement reprend où il en était dès que le serveur répond. Une fois la liste complète, cette borne peut faire entrer, même sans réseau.',
  },
  locked: {
    allSent: 'Tous les scans faits ici sont arrivés au serveur.',
    unsent: (scans) =>
      count(scans, {
        one: '# scan fait ici n’est pas arrivé au serveur. Il reste chiffré sur cet appareil : n’effacez pas les données du navigateur et prévenez l’organisateur.',
        many: '# de scans faits ici ne sont pas arrivés au serveur. Ils restent chiffrés sur cet appareil : n’effacez pas les données du navigateur et prévenez l’organisateur.',
        other:
          '# scans faits ici ne sont pas arrivés au serveur. Ils restent chiffrés sur cet appareil : n’effacez pas les données du navigateur et prévenez l’organisateur.',
      }),
    pairAgain: 'Associer à nouveau',
  },
  ready: {
    scan: 'Scannez un billet',
    scanYours: 'Scannez votre billet',
    scanOut: 'Scannez pour sortir',
    scanner: 'Présentez le QR code au lecteur.',
    camera: 'Présentez le QR code à la caméra ou au lecteur.',
    checkedIn: (people) => count(people, { one: 'entrée', many: 'd’entrées', other: 'entrées' }),
    ofRegistered: (people) =>
      count(people, { one: 'sur # inscrit', many: 'sur # d’inscrits', other: 'sur # inscrits' }),
    progress: 'Entrées',
  },
  entry: {
    label: 'Pas de lecteur ? Saisissez le code',
    labelWithNumber: 'Pas de lecteur ? Saisissez le code ou le numéro du billet',
    placeholder: 'Code du billet',
    check: 'Vérifier',
    findPerson: 'Chercher',
    more: 'Plus',
  },
  camera: {
    off: 'La caméra est éteinte. Utilisez le lecteur ou allumez la caméra.',
    starting: 'La caméra démarre. Si le navigateur le demande, autorisez-le à l’utiliser.',
    running: 'Présentez le QR code du billet à la caméra.',
    denied:
      'Cette page ne peut pas utiliser la caméra. Autorisez-la dans les réglages du navigateur ou du système, puis réessayez.',
    'no-camera': 'Aucune caméra n’est branchée. Branchez-en une, elle démarre d’elle-même, ou utilisez le lecteur.',
    'in-use': 'Un autre programme utilise la caméra. Fermez-le ; nouvel essai dans quelques secondes.',
    failed: 'La caméra ne fonctionne pas. Nouvel essai dans quelques secondes ; sinon, débranchez-la et rebranchez-la.',
    insecure:
      'Le navigateur ne donne la caméra qu’aux pages sûres. Ouvrez cette page en https ou sur cet appareil même.',
  },
  verdicts: {
    admitted: { title: 'Bienvenue', sentence: 'Le billet est valable. Laissez entrer la personne.' },
    already_checked_in: {
      title: 'Billet déjà utilisé',
      sentence:
        'Ce billet a déjà servi. Comparez l’heure et le lieu avec ce que dit la personne, ou appelez un responsable.',
    },
    code_expired: {
      title: 'Code trop ancien',
      sentence:
        'Demandez la page du billet sur le téléphone plutôt qu’une capture ou une impression, ou cherchez la personne par son nom.',
    },
    code_from_future: {
      title: 'Code pas encore valable',
      sentence:
        'Le code est daté dans le futur. Faites recharger la page du billet et vérifiez l’heure de cette borne.',
    },
    code_forged: {
      title: 'Code non authentique',
      sentence:
        'La signature manque ou est fausse. Demandez la page ou l’e-mail du billet, ou cherchez la personne par son nom.',
    },
    code_malformed: {
      title: 'Ce n’est pas un billet',
      sentence:
        'Ce qui a été scanné n’est pas un billet. Scannez le QR code de la page du billet, ou cherchez la personne par son nom.',
    },
    wrong_event: {
      title: 'Billet d’un autre événement',
      sentence: 'Ce billet est celui d’un autre événement. Demandez le bon, ou cherchez la personne par son nom.',
    },
    unknown_ticket: {
      title: 'Billet inconnu',
      sentence: 'Aucune inscription ici n’a ce billet. Cherchez la personne par son nom, ou envoyez-la à l’accueil.',
    },
    not_confirmed: {
      title: 'Inscription non confirmée',
      sentence:
        'La place n’est pas confirmée : paiement en attente ou liste d’attente. Envoyez la personne à l’accueil.',
    },
    cancelled: {
      title: 'Inscription annulée',
      sentence:
        'L’inscription a été annulée, a expiré sans paiement, ou l’événement est annulé. Envoyez la personne à l’accueil.',
    },
    refunded: {
      title: 'Billet remboursé',
      sentence: 'Le billet a été remboursé et n’est plus valable. Envoyez la personne à l’accueil.',
    },
    revoked: {
      title: 'Billet retiré',
      sentence: 'L’organisateur a retiré ce billet. Demandez s’il y en a un plus récent, ou appelez un responsable.',
    },
    blocked: {
      title: 'À vérifier',
      sentence: 'L’organisateur souhaite d’abord parler à cette personne. Lisez le motif et appelez un responsable.',
    },
    wrong_gate: {
      title: 'Mauvaise porte',
      sentence: 'Ce billet n’est pas valable à cette porte. Envoyez la personne à une porte où il est valable.',
    },
    too_early: {
      title: 'Pas encore ouvert',
      sentence: 'Cette porte n’est pas encore ouverte. Demandez à la personne de revenir à l’ouverture.',
    },
    too_late: {
      title: 'Porte fermée',
      sentence: 'Cette porte est fermée. Envoyez la personne à une autre porte, ou appelez un responsable.',
    },
    gate_full: {
      title: 'Complet',
      sentence: 'Cette borne n’a plus de place à donner. Faites entrer au fur et à mesure des sorties.',
    },
    exit_first: {
      title: 'Encore à l’intérieur',
      sentence:
        'La personne est entrée avec ce billet et n’est pas ressortie. Scannez-le d’abord à la sortie, ou appelez un responsable.',
    },
    questions_required: {
      title: 'Questions à poser',
      sentence: 'Posez les questions, puis la personne peut entrer.',
    },
    clock_untrusted: {
      title: 'Heure incertaine',
      sentence:
        'Cette borne ne connaît pas l’heure avec certitude. Connectez-la une fois au serveur ; d’ici là, cherchez par nom.',
    },
    kiosk_revoked: {
      title: 'Borne désactivée',
      sentence: 'L’organisateur a désactivé cette borne. Associez-la à nouveau, ou envoyez les gens à une autre porte.',
    },
    lease_expired: {
      title: 'Trop longtemps hors ligne',
      sentence: 'Cette borne n’a pas joint le serveur depuis trop longtemps. Connectez-la, ou associez-la à nouveau.',
    },
  },
  wayOut: {
    admitted: { title: 'Au revoir', sentence: 'Laissez sortir la personne.' },
    notOut: {
      title: 'Pas de sortie ici',
      sentence: 'On ne sort pas par cette porte. Envoyez la personne à une autre porte.',
    },
  },
  guest: {
    admitted: 'Prenez votre badge et entrez.',
    codeExpired: 'Rouvrez la page de votre billet et scannez le code qu’elle affiche maintenant.',
    codeMalformed: 'Scannez le QR code de la page de votre billet ou de l’e-mail de confirmation.',
    askStaff: 'Adressez-vous à notre équipe, qui vous aidera tout de suite.',
  },
  notRecorded: {
    disk_full: {
      title: 'Disque plein',
      sentence:
        'Rien n’a pu être enregistré, donc personne n’est entré. Libérez de la place sur cet appareil, ou utilisez une autre borne.',
    },
    storage_failed: {
      title: 'Non enregistré',
      sentence:
        'Rien n’a pu être enregistré, donc personne n’est entré. Scannez à nouveau ; si cela persiste, utilisez une autre borne.',
    },
    not_ready: {
      title: 'Pas encore prête',
      sentence: 'Personne n’est entré. Attendez que cette borne ait chargé sa liste, ou utilisez-en une autre.',
    },
    not_allowed: {
      title: 'Impossible ici',
      sentence:
        'Personne n’est entré. Cherchez à nouveau, ou demandez de l’aide à une borne avec personnel ou à l’accueil.',
    },
  },
  facts: {
    checkedIn: 'Entrée',
    timeAndAge: (time, age) => `${time} (${age})`,
    atGate: 'À la porte',
    gate: 'Porte',
    byKiosk: 'À la borne',
    byStaff: 'Par',
    entries: 'Entrées',
    entriesOf: (entries, most) => `${entries} sur ${most}`,
    againAt: 'À nouveau dès',
    nearest: 'Porte la plus proche',
    nearestOpen: (gate) => `${gate} : porte ouverte`,
    nearestFrom: (gate, time) => `${gate}, dès ${time}`,
    admittedAt: 'Valable à',
    otherArea: (gates) => `${gates} (autre zone)`,
    noGate: 'Aucune porte pour le moment',
    yourGate: 'Votre porte',
    codeIssued: 'Code créé',
    codesGoodFor: 'Validité des codes',
    opens: 'Ouverture',
    closed: 'Fermeture',
    reason: 'Motif',
    full: 'Complet',
    fullGate: 'La salle derrière cette porte',
    fullList: 'Toute la liste',
    scanned: 'Scanné',
    badge: 'Un badge, qui n’ouvre aucune porte',
    whatWentWrong: 'Ce qui a échoué',
  },
  notes: {
    offline: 'Décidé sans réseau',
    unverified: 'Billet authentique, mais pas encore dans la liste de cette borne',
    externalCode: (system: string | null) =>
      system === null
        ? 'Code d’un autre système : sans signature'
        : `Code d’un autre système (${system}) : sans signature`,
    externalEnded: 'Les codes de l’autre système ne sont plus acceptés. Cherchez la personne par son nom.',
    override: 'Un responsable a passé outre',
    overrode: (verdict) => `Passé outre : ${verdict}`,
    conflict: 'Entrée aussi ailleurs : voir les conflits',
    badAnswers: (answers) =>
      count(answers, {
        one: '# réponse ne convient pas : reposez la question',
        many: '# de réponses ne conviennent pas : reposez les questions',
        other: '# réponses ne conviennent pas : reposez les questions',
      }),
    attention: 'Note de l’organisateur',
    taken: 'Passage annulé',
  },
  actions: {
    next: 'Billet suivant',
    override: 'Passer outre…',
    undo: 'Annuler le passage…',
    questions: (questions) =>
      count(questions, { one: 'Poser # question', many: 'Poser # de questions', other: 'Poser # questions' }),
    party: 'Reste du groupe…',
  },
  status: {
    nav: 'État de cette borne',
    live: 'En ligne',
    upToDate: 'à jour',
    connecting: 'Connexion',
    loading: (percent) => `Chargement ${percent}`,
    offlineFor: (duration) => `Hors ligne : ${duration}`,
    practiceCut: 'Exercice : coupée',
    inReach: (inReach: string, members: string) => `${inReach} bornes sur ${members} à portée`,
    noInternet: 'pas d’internet',
    locked: 'Verrouillée',
    dataFrom: (time) => `données : ${time}`,
    noData: 'pas encore de données',
    unsent: 'Non envoyés',
    unsentScans: (scans) =>
      scans === 0
        ? 'Aucun scan en attente d’envoi'
        : count(scans, { one: '# scan non envoyé', many: '# de scans non envoyés', other: '# scans non envoyés' }),
    conflict: (conflicts) => count(conflicts, { one: 'Conflit', many: 'Conflits', other: 'Conflits' }),
    conflicts: (conflicts) => count(conflicts, { one: '# conflit', many: '# de conflits', other: '# conflits' }),
    refused: 'Refusés',
    refusedByServer: (scans) =>
      count(scans, {
        one: '# scan refusé par le serveur',
        many: '# de scans refusés par le serveur',
        other: '# scans refusés par le serveur',
      }),
    settings: 'Réglages',
  },
  printer: {
    ready: 'Imprimante prête',
    busy: 'Impression',
    error: 'Imprimante en panne',
    none: 'Pas d’imprimante',
    needsYou: (badges) =>
      count(badges, {
        one: '# badge à vérifier',
        many: '# de badges à vérifier',
        other: '# badges à vérifier',
      }),
    waits: (badges) =>
      count(badges, { one: '# badge en attente', many: '# de badges en attente', other: '# badges en attente' }),
    paperLow: 'Il reste peu de papier.',
    layoutBroken:
      'La mise en page des badges est illisible : ils sortent avec celle d’origine. Prévenez l’organisateur.',
    ofMember: (name, advice) => `${name} : ${advice}`,
    states: { ready: 'prête', busy: 'imprime', error: 'en panne', none: 'pas encore vue' },
    short: {
      unreachable: 'injoignable',
      paper_out: 'plus de papier',
      cover_open: 'capot ouvert',
      offline: 'éteinte',
      printer_error: 'erreur',
      timeout: 'ne répond pas',
      reset: 'connexion perdue',
      bad_job: 'badge inadapté',
      no_printer: 'introuvable',
      queue_full: 'file pleine',
      journal: 'disque plein',
      interrupted: 'interrompue',
      host_lost: 'service local absent',
    },
    advice: {
      unreachable: 'Pas de réponse à l’adresse de l’imprimante. Vérifiez le courant et le câble réseau.',
      paper_out: 'L’imprimante n’a plus de papier. Mettez un nouveau rouleau.',
      cover_open: 'Le capot de l’imprimante est ouvert. Fermez-le.',
      offline: 'L’imprimante est hors ligne. Appuyez sur sa touche d’avance, ou éteignez-la et rallumez-la.',
      printer_error: 'L’imprimante signale une erreur. Cherchez un bourrage, puis éteignez-la et rallumez-la.',
      timeout: 'L’imprimante ne répond plus. Vérifiez le courant et le câble réseau.',
      reset: 'La connexion à l’imprimante s’est coupée.',
      bad_job: 'Le badge ne va pas sur cette imprimante. Choisissez-en une autre.',
      no_printer: 'Cet appareil n’a pas cette imprimante. Choisissez-en une ici.',
      queue_full: 'Trop de badges attendent à cette imprimante. Choisissez-en une autre.',
      journal: 'Le disque de cet appareil est plein. Libérez de la place.',
      interrupted: 'Cet appareil s’est arrêté pendant l’impression. Regardez si le badge est sorti.',
      host_lost: 'Le service local ne répond pas. Relancez-le sur cet appareil.',
    },
  },
  connection: {
    title: 'Connexion et données',
    dataFrom: 'Heure des données',
    nothingLoaded: 'rien de chargé encore',
    whatFails: 'Ce qui échoue',
    registrationsHeld: 'Inscriptions sur l’appareil',
    notSent: 'Pas encore envoyés',
    scans: (scans) => count(scans, { one: '# scan', many: '# de scans', other: '# scans' }),
    disk: 'Disque',
    usedOf: (used, quota) => `${used} utilisés sur ${quota}`,
    protected: 'Protégé de l’effacement',
    notProtected: 'non : le navigateur peut les effacer si le disque est plein',
    explain: {
      live: 'Chaque scan arrive aussitôt aux autres bornes, et les leurs à celle-ci.',
      connecting: 'Recherche du serveur. On scanne entre-temps avec les données de cet appareil.',
      loading: 'La liste des inscriptions est en route.',
      offline:
        'On continue à scanner avec les données de cet appareil. Les scans sont gardés et envoyés d’eux-mêmes au retour du réseau. Il n’y a rien à faire.',
      cut: 'L’interrupteur d’exercice des réglages coupe cette borne. On continue à scanner ; les scans partent quand il est remis.',
      locked: 'Cette borne ne peut plus faire entrer personne.',
    },
    fails: {
      no_connection: 'Il n’y a pas de connexion au serveur.',
      timeout: 'Le serveur ne répond pas à temps.',
      network_cut: 'L’interrupteur d’exercice est activé.',
      bad_answer: 'Le serveur répond quelque chose que cette borne ne comprend pas.',
      other: 'Le serveur est inutilisable en ce moment.',
    },
    refusedTitle: 'Refusés par le serveur',
    refusedText:
      'Ces scans sont gardés ici et ne retiennent pas les autres. Montrez-les à l’organisateur : le motif dit ce qui n’allait pas.',
    refusals: {
      not_yours: 'Le scan désigne une autre borne, un autre événement ou une autre inscription.',
      id_reused: 'Un autre scan est déjà enregistré sous ce numéro.',
      not_writable: 'Le serveur n’accepte rien de tel d’une borne.',
      invalid_body: 'Le serveur n’a pas pu lire ce scan.',
      scan_damaged: 'Ce scan a été modifié sur le disque, ou sa clé manque. Il n’a pas été envoyé.',
      undo_too_late: 'Le passage a été annulé trop tard : c’est possible pendant 15 minutes.',
      undo_mismatch: 'Un passage ne s’annule qu’avec le même billet.',
      walk_in_invalid: 'Le billet ou son type, pour cette inscription sur place, n’est pas de cet événement.',
      other: 'Le serveur a refusé ce scan.',
    },
    scan: (scan) => `scan ${scan}`,
  },
  conflicts: {
    title: 'Double entrée',
    none: 'Aucun conflit en cours.',
    text: 'Deux bornes ont fait entrer le même billet alors que l’une au moins était hors ligne. La personne compte une fois. Cherchez qui est arrivé en second, puis marquez-le comme vérifié.',
    first: 'D’abord : l’entrée',
    second: 'Ensuite : le conflit',
    noGate: 'Porte non indiquée',
    server: 'Serveur',
    notSaved: 'Ce n’est pas enregistré. Réessayez.',
    seen: 'Marquer comme vérifié',
  },
  printing: {
    title: 'Badges et imprimantes',
    asking: 'Ces badges sont-ils sortis ?',
    askingText: 'L’imprimante a cessé de répondre en cours de route. Allez voir avant de décider.',
    failed: 'Non imprimés',
    held: (badges) =>
      count(badges, {
        one: '# badge attend depuis plus de 30 minutes',
        many: '# de badges attendent depuis plus de 30 minutes',
        other: '# badges attendent depuis plus de 30 minutes',
      }),
    heldText: 'Ces personnes sont entrées depuis ; leurs badges attendent donc votre décision.',
    release: 'Les imprimer maintenant',
    discard: 'Ne pas les imprimer',
    unconfirmed: (badges) =>
      count(badges, {
        one: '# badge attend une confirmation',
        many: '# de badges attendent une confirmation',
        other: '# badges attendent une confirmation',
      }),
    unconfirmedText:
      'Ces personnes sont entrées avec un vrai billet avant que cette borne connaisse leur inscription. Elle n’est pas confirmée : paiement en attente, ou inscription annulée. Envoyez-les à l’accueil. Le badge sort de lui-même dès la confirmation, ou quand un responsable passe outre lors d’un nouveau scan.',
    waitsForConfirmation: 'Inscription non confirmée',
    discardOne: 'Ne pas l’imprimer',
    last: 'Derniers badges',
    noPrinter: 'Pas d’imprimante',
    goesOn: 'Les entrées continuent sans elle.',
    startHost:
      'Lancez le service local sur cet appareil et saisissez son adresse dans les réglages, ou utilisez l’application de bureau.',
    printer: 'Imprimante',
    choose: 'Imprimer d’abord ici ; en cas de panne, une autre prend le relais',
    nameAndState: (name, state) => `${name} (${state})`,
    toPrint: (badges) =>
      count(badges, {
        one: '# badge attend d’être imprimé.',
        many: '# de badges attendent d’être imprimés.',
        other: '# badges attendent d’être imprimés.',
      }),
    test: 'Imprimer badge d’essai',
    testing: 'Impression du badge d’essai…',
    tested: (printer) => `${printer} a imprimé le badge d’essai.`,
    testFailed: (why) => `Le badge d’essai n’a pas été imprimé. ${why}`,
    testBadge: { name: 'Badge d’essai', role: 'Pour essayer l’imprimante', ticketType: 'ESSAI' },
    states: {
      queued: 'en attente',
      sent: 'à l’imprimante',
      printed: 'imprimé',
      failed: 'non imprimé',
      unknown: 'peut-être sorti',
    },
    whyAgain: 'Pourquoi l’imprimer à nouveau ?',
    againReasons: {
      none: 'Aucun badge n’est sorti',
      damaged: 'Badge abîmé',
      lost: 'Badge perdu',
      wrong: 'Texte erroné',
    },
    cameOut: 'Il est sorti',
    again: 'Imprimer à nouveau…',
  },
  settings: {
    title: 'Réglages',
    practice: 'Exercice',
    cut: 'Couper le réseau',
    cutHint:
      'Essayez l’appareil hors ligne : continuez à scanner, puis remettez le réseau et regardez les scans partir.',
    screen: 'Écran',
    language: 'Langue',
    colours: 'Couleurs',
    themes: { auto: 'Comme l’appareil', light: 'Clair', dark: 'Sombre' },
    resultStays: 'Afficher le résultat',
    seconds: (seconds) => count(seconds, { one: '# seconde', many: '# de secondes', other: '# secondes' }),
    untilNext: 'Jusqu’au scan suivant',
    sound: 'Son',
    soundOn: 'Un son à chaque résultat',
    volume: 'Volume',
    volumes: { quiet: 'Faible', middle: 'Moyen', loud: 'Fort' },
    tryOut: 'Écouter',
    sounds: {
      admitted: 'Entrée',
      refused: 'Refus',
      attention: 'Attention',
      question: 'Question',
      duplicate: 'Doublon',
      error: 'Erreur',
    },
    camera: 'Caméra',
    scanWithCamera: 'Scanner avec la caméra',
    whichCamera: 'Quelle caméra',
    cameraNumber: (n) => `Caméra ${n}`,
    host: 'Service local',
    hostNotLocal:
      'Le service local est sur cet ordinateur : son adresse commence par ws://127.0.0.1 ou ws://localhost.',
    hostMissing:
      'Un navigateur atteint les imprimantes par le service local, un petit programme sur cet appareil. Il affiche son adresse au démarrage.',
    hostConnected: (version) => `Connecté, version ${version}.`,
    hostAddress: 'Adresse du service local',
    connect: 'Connecter',
    practicePaper: 'Papier de l’imprimante d’exercice',
    thisKiosk: 'Cette borne',
    kiosk: 'Borne',
    thisDevice: 'Cet appareil',
    device: 'Appareil',
    event: 'Événement',
    gate: 'Porte',
    role: 'Rôle',
    roles: { gate: 'porte', 'self-service': 'libre-service', exhibitor: 'exposant' },
    registrationsHeld: 'Inscriptions sur l’appareil',
    storage: 'Stockage',
    storageOf: (used, quota) => `${used} sur ${quota}`,
    mayBeCleared: 'le navigateur peut l’effacer',
    keyStore: 'Clés',
    warnings: {
      key_store_plain:
        'Cet appareil ne protège aucun secret : qui peut lire les fichiers de cet utilisateur peut copier la clé de la borne. Installez un trousseau ou chiffrez le disque, et révoquez la borne dans la console si l’appareil est perdu.',
      other: 'Le service local signale un avertissement. Son journal en dit plus.',
    },
    keyStores: {
      browser: 'dans ce navigateur',
      protected: 'protégées par le système',
      plain: 'dans un fichier de cet utilisateur',
    },
    software: 'Logiciel',
  },
  leave: {
    title: 'Quitter la borne',
    pin: 'Code PIN du personnel',
    leave: 'Quitter la borne',
    answers: {
      quitting: 'La borne se ferme…',
      wrong_pin: 'Ce n’est pas le bon code PIN.',
      wait: 'Trop de codes PIN erronés. Attendez un peu, puis réessayez.',
      no_pin: 'Aucun code PIN n’est défini sur cet appareil.',
      not_here: 'Fermez plutôt la fenêtre du navigateur.',
    },
    noAnswer: 'Le service local ne répond pas.',
  },
  search: {
    title: 'Chercher une personne',
    field: 'Nom, société, e-mail ou numéro de billet',
    found: 'Personnes trouvées',
    hint: 'Une partie du nom suffit ; les petites fautes de frappe ne gênent pas.',
    reading: 'La liste est encore en lecture ; d’autres peuvent apparaître dans un instant.',
    noMatch: 'Personne n’a été trouvé.',
    people: (people) =>
      count(people, {
        one: '# personne trouvée.',
        many: '# de personnes trouvées.',
        other: '# personnes trouvées.',
      }),
    first: (people) =>
      count(people, {
        one: 'La première personne. Saisissez-en plus pour préciser.',
        many: 'Les # premières personnes. Saisissez-en plus pour préciser.',
        other: 'Les # premières personnes. Saisissez-en plus pour préciser.',
      }),
    checkedIn: (time) => `Entrée : ${time}`,
    admitWho: (who) => `Faire entrer ${who} ?`,
    letOutWho: (who) => `Faire sortir ${who} ?`,
    already: (time) => `Entrée déjà faite : ${time}.`,
    compare: 'Comparez le nom avec une pièce d’identité ou l’e-mail de confirmation avant de faire entrer.',
    admit: 'Faire entrer',
    letOut: 'Faire sortir',
    backToList: 'Retour à la liste',
  },
  direction: {
    entry: 'Entrée',
    exit: 'Sortie',
    bandExit: 'Cette borne fait SORTIR',
    toEntry: 'Passer à l’entrée',
    toExit: 'Passer à la sortie',
    notSwitched: 'Le sens n’a pas été changé. Réessayez.',
  },
  rooms: {
    left: (places) =>
      places === 0
        ? 'Plus de place ici'
        : count(places, {
            one: 'Encore # place ici',
            many: 'Encore # de places ici',
            other: 'Encore # places ici',
          }),
    leftUntil: (places, time) =>
      count(places, {
        one: `Encore # place ici. Expire : ${time}`,
        many: `Encore # de places ici. Expirent : ${time}`,
        other: `Encore # places ici. Expirent : ${time}`,
      }),
    none: 'Aucune place n’est encore attribuée à cette borne',
    title: 'Places restantes à cette borne',
    fromOthers: (places) =>
      count(places, {
        one: 'dont # reçue d’une autre borne',
        many: 'dont # reçues d’autres bornes',
        other: 'dont # reçues d’autres bornes',
      }),
    given: (places) =>
      count(places, {
        one: '# cédée à une autre borne',
        many: '# cédées à d’autres bornes',
        other: '# cédées à d’autres bornes',
      }),
  },
  override: {
    title: 'Passer outre',
    letIn: 'Un responsable a passé outre le refus. Laissez entrer la personne.',
    what: (verdict) => `La borne dit : ${verdict}. Un responsable peut laisser passer la personne malgré tout.`,
    why: 'Pourquoi ?',
    reasons: {
      knownPerson: 'Personne connue',
      documentSeen: 'Pièce d’identité vue',
      organizerAgreed: 'Accord de l’organisateur',
      technical: 'Panne technique',
      other: 'Autre motif',
    },
    otherReason: 'Le motif avec vos mots',
    supervisor: 'Responsable',
    noSupervisors: 'Aucun responsable n’est défini pour cet événement. L’organisateur peut le faire dans la console.',
    pin: 'Code PIN du responsable',
    pinHint: '6 à 12 chiffres',
    pinPad: 'Chiffres du code PIN',
    admit: 'Faire entrer quand même',
    letOut: 'Faire sortir quand même',
    working: 'Vérification…',
    problems: {
      reason: 'Choisissez ou écrivez un motif.',
      supervisor: 'Choisissez un responsable.',
      pin: 'Saisissez le code PIN.',
    },
    wrongPin: (left) =>
      count(left, {
        one: 'Ce n’est pas le bon code PIN. Encore # essai avant que cette borne attende.',
        many: 'Ce n’est pas le bon code PIN. Encore # d’essais avant que cette borne attende.',
        other: 'Ce n’est pas le bon code PIN. Encore # essais avant que cette borne attende.',
      }),
    locked: (duration) => `Trop de codes PIN erronés. Réessayez dans ${duration}.`,
    refusals: {
      not_overridable: 'On ne peut plus passer outre. Scannez le billet à nouveau.',
      reason_missing: 'Choisissez ou écrivez un motif.',
      supervisor_unknown: 'Cette personne n’est plus responsable. Choisissez-en une autre.',
      pin_outdated: 'Ce code PIN date d’avant les autorisations signées. Redéfinissez-le dans la console.',
    },
    by: (supervisor, verdict) => `${supervisor} a passé outre : ${verdict}`,
    because: (reason) => `Motif : ${reason}`,
  },
  undo: {
    title: 'Annuler le passage',
    what: (name) => `Le passage de ${name} ne comptera pas. Un badge imprimé reste imprimé.`,
    why: 'Pourquoi ?',
    reasons: {
      wrongPerson: 'Mauvaise personne',
      scannedByMistake: 'Scanné par erreur',
      wentAway: 'La personne est repartie',
      other: 'Autre motif',
    },
    otherReason: 'Le motif avec vos mots',
    undo: 'Annuler le passage',
    timeLeft: (duration) => `annulable encore ${duration}`,
    done: (name) => `Passage annulé : ${name}.`,
    refusals: {
      not_admitted: 'Ce scan n’a laissé passer personne.',
      undo_too_late: 'Trop tard : un passage s’annule pendant 15 minutes.',
      already_undone: 'Ce passage a déjà été annulé.',
      reason_missing: 'Choisissez ou écrivez un motif.',
      unknown_scan: 'Ce scan n’est plus connu ici.',
    },
  },
  recent: {
    title: 'Derniers scans',
    none: 'Rien n’a encore été scanné à cette borne.',
    reading: 'Lecture…',
    unreadable: 'Les scans n’ont pas pu être lus. Fermez ceci et réessayez.',
    noName: 'Sans nom',
    entry: 'entrée',
    exit: 'sortie',
    undone: 'passage annulé',
    overridden: 'passé outre',
    takeBack: 'Annuler le passage…',
  },
  questions: {
    title: 'Questions',
    forWhom: (name) => `Pour ${name}`,
    send: 'Valider et faire entrer',
    sendOut: 'Valider et faire sortir',
    save: 'Enregistrer les réponses',
    missing: 'Il faut répondre à ceci.',
    choose: 'Choisissez',
    refusals: {
      unknown_scan: 'Ce scan n’est plus connu ici. Scannez le billet à nouveau.',
      bad_answers: 'Les réponses ne correspondent plus aux questions. Scannez le billet à nouveau.',
    },
  },
  walkIn: {
    title: 'Inscrire sur place',
    open: 'Inscrire sur place',
    ticketType: 'Type de billet',
    typeAndPrice: (type, price) => `${type} · ${price}`,
    free: 'gratuit',
    none: 'Cet événement ne vend pas de billets sur place. L’organisateur peut l’autoriser dans la console.',
    name: 'Nom',
    company: 'Société',
    email: 'E-mail',
    role: 'Fonction',
    payment: 'Paiement',
    payments: { none: 'Rien à payer', cash: 'Espèces', card: 'Carte' },
    reference: 'Numéro du reçu',
    referenceHint: 'Du terminal de paiement ou du livre de caisse',
    toPay: 'À payer',
    register: 'Inscrire et faire entrer',
    working: 'Inscription…',
    offline: 'Marche aussi sans réseau : l’inscription est gardée ici et envoyée plus tard.',
    draft: 'Ce que vous aviez saisi est toujours là.',
    clear: 'Recommencer',
    problems: {
      ticket_type_not_for_walk_ins: 'Choisissez un type de billet.',
      payment_missing: 'Choisissez le mode de paiement.',
      payment_reference_missing: 'Saisissez le numéro du reçu.',
      name_missing: 'Saisissez le nom.',
      email_invalid: 'Ce n’est pas une adresse e-mail.',
    },
    notDone: (problems) =>
      count(problems, {
        one: 'Veuillez corriger # champ.',
        many: 'Veuillez corriger # de champs.',
        other: 'Veuillez corriger # champs.',
      }),
  },
  party: {
    title: 'Le groupe',
    othersOut: (people) =>
      count(people, {
        one: '# autre personne de ce groupe n’est pas encore entrée',
        many: '# d’autres personnes de ce groupe ne sont pas encore entrées',
        other: '# autres personnes de ce groupe ne sont pas encore entrées',
      }),
    allIn: 'Le reste du groupe est entré.',
    more: 'Il y a plus de personnes qu’affiché ici.',
    all: 'Tout le groupe',
    checkedIn: (time) => `à l’intérieur depuis ${time}`,
    admit: (people) =>
      count(people, {
        one: 'Faire entrer # personne',
        many: 'Faire entrer # de personnes',
        other: 'Faire entrer # personnes',
      }),
    working: 'Un instant…',
    results: 'Résultat',
    notDone: 'pas essayé',
    refusals: {
      not_of_this_group: 'Une personne choisie n’est plus dans ce groupe. Fermez ceci et regardez à nouveau.',
      unknown_scan: 'Ce scan n’est plus connu ici. Scannez le billet à nouveau.',
    },
  },
  keys: {
    title: 'Touches',
    text: 'Tout peut se faire au clavier. Le lecteur marche tout le temps, même quand quelque chose est ouvert.',
    help: 'Ces touches',
    close: 'Fermer ce qui est ouvert, sinon le résultat',
    enter: 'Envoyer la saisie',
    find: 'Chercher une personne',
    walkIn: 'Inscrire sur place',
    recent: 'Derniers scans, annuler un passage',
    direction: 'Entrée ou sortie',
    settings: 'Réglages',
    board: 'Tableau des responsables',
    overrule: 'Passer outre le résultat',
    undo: 'Annuler le passage',
    questions: 'Poser les questions',
    party: 'Reste du groupe',
  },
};
