/** The pre-flight's words in French. Long because it is a dictionary. */
import type { PreflightWords } from './preflight-words.ts';

export const fr: PreflightWords = {
  title: 'Vérification préalable',
  about: 'Avant d’ouvrir les portes : tout ce dont cet appareil a besoin, essayé une fois. Dix secondes au plus.',
  run: 'Lancer la vérification',
  runAgain: 'Tout vérifier à nouveau',
  running: 'Vérification…',
  progress: (done, all) => `${done} sur ${all} vérifiés`,
  whole: {
    ok: 'Cet appareil est prêt.',
    warn: 'Cet appareil fonctionne. Regardez ce qui est signalé.',
    fail: 'Cet appareil n’est pas prêt. Réglez d’abord ce qui est signalé.',
  },
  levels: { ok: 'OK', warn: 'À vérifier', fail: 'Problème' },
  waiting: 'Pas encore vérifié',
  checkAgain: (check) => `Vérifier à nouveau : ${check}`,
  again: 'Vérifier à nouveau',
  begin: 'Commencer les entrées',
  scan: {
    title: 'Scannez ce code maintenant',
    how: 'Présentez le code au lecteur ou à la caméra. On voit ainsi comment le lecteur est réglé.',
    code: 'Code d’essai pour le lecteur',
    skip: 'Pas de lecteur ici',
  },
  printTest: 'Imprimer badge d’essai',
  printing: 'Impression…',
  toDo: 'À faire :',
  common: {
    timeout: ['Pas de réponse à temps.', 'Vérifiez à nouveau. Si cela continue, redémarrez l’appareil.'],
    fault: [
      (f) => `Impossible à vérifier (${f.text('error')}).`,
      'Vérifiez à nouveau. Si cela continue, redémarrez l’appareil.',
    ],
  },
  checks: {
    first_load: {
      name: 'Liste des inscriptions',
      findings: {
        ok: [(f) => `${f.number('people')} inscriptions sont chargées.`],
        empty: ['La liste est là, mais vide.', 'Vérifiez dans la console que c’est le bon événement.'],
        missing: ['La liste n’est pas encore chargée.', 'Connectez l’appareil au serveur et attendez.'],
      },
    },
    data_age: {
      name: 'Âge des données',
      findings: {
        ok: [(f) => `À jour (${f.duration('ageMs')}).`],
        stale: [(f) => `Les données datent de ${f.duration('ageMs')}.`, 'Vérifiez le réseau.'],
        old: [
          (f) => `Les données datent de ${f.duration('ageMs')}.`,
          'Connectez l’appareil : il lui manque les inscriptions récentes.',
        ],
        never: ['Elles n’ont jamais été complètes.', 'Connectez l’appareil au serveur et attendez.'],
      },
    },
    server: {
      name: 'Serveur',
      findings: {
        ok: [(f) => `Répond en ${f.number('roundTripMs')} ms.`],
        slow: [
          (f) => `Répond lentement, en ${f.number('roundTripMs')} ms.`,
          'Utilisez un câble ou rapprochez-vous du point d’accès.',
        ],
        cut: ['L’interrupteur d’exercice coupe le réseau.', 'Désactivez-le dans les réglages.'],
        unwell: [(f) => `Signale une erreur (${f.number('status')}).`, 'Prévenez la personne qui gère le serveur.'],
        unreachable: [
          'Injoignable.',
          'Vérifiez le câble et le Wi-Fi. On peut scanner, mais sans voir les scans des autres appareils.',
        ],
      },
    },
    other_kiosks: {
      name: 'Autres bornes',
      findings: {
        ok: [(f) => `À portée : ${f.number('inReach')} bornes sur ${f.number('members')}.`],
        single: ['Cet événement a une seule borne.'],
        unused: ['Non utilisé sur cet appareil.'],
        switched_off: ['Désactivé sur cet appareil.'],
        no_address: [
          'Cet appareil n’entend pas encore les autres bornes : il participe par une borne dont il a l’adresse.',
          'Dans les réglages, lisez le code d’une borne avec service local ou saisissez son adresse qui se termine par .local.',
        ],
        alone: [
          (f) => `Aucune autre borne n’est à portée ; l’événement en a ${f.number('members')}.`,
          'Vérifiez que toutes les bornes sont sur le même réseau, ou saisissez dans les réglages l’adresse d’une autre borne.',
        ],
        no_key: ['Il n’y a pas encore de clé pour le réseau des bornes.', 'Connectez cette borne une fois au serveur.'],
        failed: [
          'Le service local ne peut pas recevoir de connexions sur le réseau.',
          'Relancez le service local et vérifiez le réseau de cet ordinateur.',
        ],
      },
    },
    clock: {
      name: 'Horloge',
      findings: {
        ok: ['D’accord avec le serveur.'],
        corrected: [
          (f) => `L’horloge de l’appareil est décalée de ${f.duration('offsetMs')}. Cela est corrigé.`,
          'Réglez l’horloge de l’appareil quand vous aurez le temps.',
        ],
        untrusted: ['L’appareil n’est pas sûr de l’heure.', 'Connectez-le une fois au serveur.'],
      },
    },
    version: {
      name: 'Version',
      findings: {
        ok: [(f) => `${f.text('own')}, comme le serveur.`],
        differs: [
          (f) => `${f.text('own')} ici, ${f.text('server')} au serveur. Ils se comprennent.`,
          'Rechargez ou mettez à jour l’appareil quand vous aurez le temps.',
        ],
        unknown: ['Le serveur n’a pas donné sa version.', 'Connectez l’appareil, puis vérifiez à nouveau.'],
        too_old: ['L’appareil et le serveur ne se comprennent pas.', 'Mettez l’appareil à jour avant l’ouverture.'],
      },
    },
    lease: {
      name: 'Travail hors ligne',
      findings: {
        ok: [(f) => `Encore ${f.duration('leftMs')} possible sans serveur.`],
        short: [(f) => `Plus que ${f.duration('leftMs')}.`, 'Laissez-la connectée quelques minutes.'],
        expired: ['Trop longtemps sans le serveur.', 'Connectez-le, ou associez-le à nouveau.'],
        revoked: ['L’organisateur a désactivé cet appareil.', 'Associez-le à nouveau.'],
      },
    },
    event: {
      name: 'Événement',
      findings: {
        ok: [(f) => `${f.text('event')}. Ouverture : ${f.time('doorsMs')}.`],
        another_day: [
          (f) => `${f.text('event')} : ouverture ${f.time('doorsMs')} seulement.`,
          'Vérifiez que l’appareil est associé au bon événement.',
        ],
        over: [(f) => `Événement terminé : ${f.text('event')}.`, 'Associez l’appareil au bon événement.'],
        cancelled: [(f) => `Événement annulé : ${f.text('event')}.`, 'Associez l’appareil au bon événement.'],
        missing: ['L’événement manque dans les données.', 'Connectez l’appareil, ou associez-le à nouveau.'],
      },
    },
    gate: {
      name: 'Porte',
      findings: {
        ok: [(f) => `${f.text('gate')} : porte ouverte.`],
        opens_later: [(f) => `${f.text('gate')} : ouverture ${f.time('opensMs')}.`, 'D’ici là, personne n’entre ici.'],
        closed: [
          (f) => `${f.text('gate')} : fermeture ${f.time('closesMs')}.`,
          'Changez ses horaires dans la console.',
        ],
        exit_only: [
          (f) => `${f.text('gate')} : sortie uniquement.`,
          'Pour faire entrer, placez l’appareil à une autre porte.',
        ],
        missing: [
          'Aucun type de billet n’est valable ici, ou la porte n’existe plus.',
          'Vérifiez la porte dans la console.',
        ],
      },
    },
    rooms: {
      name: 'Places dans les salles',
      findings: {
        ok: [(f) => `Places à donner : ${f.number('left')} (${f.text('room')}).`],
        none: ['Aucune salle n’est limitée ici.'],
        short: [
          (f) => `Plus que ${f.number('left')} places à donner (${f.text('room')}).`,
          'Laissez l’appareil connecté.',
        ],
        empty: [
          (f) => `Aucune place à donner (${f.text('room')}).`,
          'Connectez l’appareil : le serveur lui en accorde.',
        ],
      },
    },
    supervisors: {
      name: 'Responsables',
      findings: {
        ok: [(f) => `Avec un code PIN : ${f.number('people')}.`],
        none: [
          'Personne n’a de code PIN : on ne peut passer outre aucun refus.',
          'Donnez un code PIN dans la console.',
        ],
        outdated: [
          (f) => `Code PIN d’avant les autorisations signées : ${f.number('people')}.`,
          'Redéfinissez ces codes PIN dans la console.',
        ],
        unneeded: ['Inutile sur cet appareil.'],
      },
    },
    unsent: {
      name: 'Scans non envoyés',
      findings: {
        ok: ['Tout est envoyé.'],
        waiting: [(f) => `En attente d’envoi : ${f.number('scans')}.`, 'Laissez l’appareil connecté jusqu’à l’envoi.'],
      },
    },
    parked: {
      name: 'Scans refusés',
      findings: {
        ok: ['Le serveur a accepté tous les scans.'],
        some: [
          (f) => `Refusés par le serveur : ${f.number('scans')}.`,
          'Ouvrez « Connexion et données » et prévenez l’organisateur.',
        ],
      },
    },
    offline_start: {
      name: 'Démarrage sans réseau',
      findings: {
        ok: ['Toute la page est sur cet appareil : elle démarre sans réseau.'],
        update: ['Une version plus récente est sur cet appareil. Elle sera prise dès que l’appareil sera au repos.'],
        preparing: [
          'La page n’est pas encore sur cet appareil.',
          'Laissez l’appareil connecté, puis vérifiez à nouveau.',
        ],
        unsupported: [
          'Ce navigateur ne garde pas la page : sans réseau, elle ne redémarrerait pas.',
          'Ouvrez-la par son adresse https, hors d’une fenêtre privée. Sur un ordinateur, l’application de bureau convient aussi.',
        ],
      },
    },
    storage: {
      name: 'Espace disque',
      findings: {
        ok: [(f) => `${f.bytes('freeBytes')} libres ; les données sont conservées.`],
        not_persistent: [
          (f) => `${f.bytes('freeBytes')} libres, mais le navigateur peut effacer les données.`,
          'Installez la page comme application. Sur un ordinateur, l’application de bureau convient aussi.',
        ],
        low: [(f) => `Seulement ${f.bytes('freeBytes')} libres.`, 'Libérez de l’espace sur cet appareil.'],
        full: [(f) => `Seulement ${f.bytes('freeBytes')} libres.`, 'Libérez de l’espace avant l’ouverture.'],
        unknown: ['Le navigateur ne dit pas ce qui est libre.', 'Regardez vous-même sur l’appareil.'],
      },
    },
    disk: {
      name: 'Disque',
      findings: {
        ok: [(f) => `Écrit et relu en ${f.number('tookMs')} ms.`],
        slow: [(f) => `Lent : ${f.number('tookMs')} ms pour quelques scans.`, 'Fermez les autres programmes.'],
        broken: [(f) => `Le disque refuse d’écrire (${f.text('error')}).`, 'Utilisez un autre appareil.'],
        corrupt: ['Le disque rend autre chose que ce qui a été écrit.', 'Utilisez un autre appareil.'],
      },
    },
    journal: {
      name: 'Journal des scans',
      findings: {
        ok: ['On peut l’écrire et le lire.'],
        broken: [
          (f) => `Impossible à écrire (${f.text('error')}).`,
          'Redémarrez l’appareil. Si cela continue, utilisez-en un autre.',
        ],
      },
    },
    printer: {
      name: 'Imprimante',
      findings: {
        ok: [(f) => `${f.text('printer')} est prête.`],
        busy: [(f) => `${f.text('printer')} imprime.`],
        none: ['Aucune imprimante connectée.', 'S’il faut imprimer des badges ici, connectez-en une.'],
        host_lost: ['Le service local ne répond pas.', 'Relancez-le sur cet appareil.'],
        trouble: [
          (f) => `${f.text('printer')} ne fonctionne pas.`,
          'Allumez-la, vérifiez le câble, le capot et le papier.',
        ],
      },
    },
    paper: {
      name: 'Papier',
      findings: {
        ok: [(f) => `${f.text('printer')} a du papier.`],
        not_needed: ['Ici, les badges sont enregistrés en fichiers.'],
        look: [(f) => `${f.text('printer')} ne le dit pas.`, 'Regardez dans l’imprimante.'],
        low: [(f) => `${f.text('printer')} n’en a presque plus.`, 'Préparez ou placez un nouveau rouleau.'],
        out: [(f) => `${f.text('printer')} n’a plus de papier.`, 'Placez un nouveau rouleau.'],
        unknown: ['On ne sait pas : aucune imprimante ne répond.', 'Occupez-vous d’abord de l’imprimante.'],
      },
    },
    test_print: {
      name: 'Badge d’essai',
      findings: {
        ok: ['Un badge est sorti.'],
        not_tried: ['Aucun badge n’a encore été imprimé.', 'Imprimez un badge d’essai et regardez-le.'],
        failed: [(f) => `Aucun badge n’est sorti. ${f.text('why')}`, 'Occupez-vous de l’imprimante, puis réessayez.'],
        no_printer: ['Pas d’imprimante à essayer.', 'S’il faut imprimer des badges ici, connectez-en une.'],
      },
    },
    scanner: {
      name: 'Lecteur',
      findings: {
        ok: ['Le code d’essai a été lu correctement.'],
        camera: ['La caméra a lu le code d’essai.'],
        skipped: ['Aucun code n’a été scanné.', 'Vérifiez à nouveau et scannez le code affiché.'],
        no_end: ['Il n’envoie pas Entrée après le code.', 'Réglez-le pour envoyer Entrée (« CR suffix »).'],
        layout: [
          (f) => `Son clavier n’est ni US ni celui de l’appareil (« ${f.text('scanned')}… »).`,
          'Réglez le lecteur sur le clavier US.',
        ],
        unclear: ['Ce qu’il a envoyé est illisible.', 'Vérifiez à nouveau.'],
      },
    },
    camera: {
      name: 'Caméra',
      findings: {
        ok: ['Elle donne une image.'],
        off: ['Désactivée dans les réglages.'],
        dark: ['L’image est noire.', 'Ôtez le cache et allumez la lumière.'],
        denied: ['Cette page n’a pas le droit de l’utiliser.', 'Autorisez la caméra dans le navigateur ou le système.'],
        missing: ['Aucune caméra connectée.', 'Branchez-en une, ou désactivez la caméra dans les réglages.'],
        trouble: ['Elle ne fonctionne pas.', 'Fermez les programmes qui l’utilisent, ou rebranchez-la.'],
      },
    },
    sound: {
      name: 'Son',
      findings: {
        ok: ['On l’entend.'],
        off: ['Désactivé dans les réglages.'],
        blocked: ['Le navigateur le retient.', 'Touchez la page une fois, puis vérifiez à nouveau.'],
        missing: ['Cet appareil n’a pas de son.', 'Branchez un haut-parleur, ou faites sans.'],
      },
    },
    power: {
      name: 'Alimentation et écran',
      findings: {
        ok: ['L’écran reste allumé.'],
        may_sleep: ['L’écran pourrait s’éteindre.', 'Réglez l’appareil pour qu’il reste allumé.'],
        on_battery: [(f) => `Sur batterie, ${f.percent('percent')}.`, 'Branchez le secteur.'],
      },
    },
    languages: {
      name: 'Langues',
      findings: {
        ok: ['Toutes sont complètes.'],
        incomplete: [(f) => `Incomplètes : ${f.text('languages')}.`, 'Mettez à jour le navigateur ou l’application.'],
      },
    },
  },
};
