/** The words about other kiosks on the network in Spanish. */
import type { VenueWords } from './venue-words.ts';

export const es: VenueWords = {
  title: 'Otros quioscos de la red',
  conditions: {
    open: 'Este quiosco oye directamente a los demás, también sin internet.',
    no_address:
      'Este dispositivo oye a los demás quioscos en cuanto tiene la dirección de uno. Lea el código en los ajustes de otro quiosco o escriba su dirección que termina en .local.',
    no_host: 'Este quiosco no oye a los demás: el servicio local no está en marcha o no se conecta con otros quioscos.',
    switched_off:
      'El servicio local de este quiosco está desactivado para otros quioscos. Para activarlo, inícielo sin «--peers off»; en la aplicación de escritorio, ponga «peerPort» a 4011 en kiosk.json.',
    no_key: 'Este quiosco aún no tiene la clave de la red de quioscos. Conéctelo una vez al servidor.',
    not_here: 'Un quiosco con esta función no oye a los demás.',
    failed:
      'El servicio local no puede recibir conexiones en la red. Inícielo de nuevo y revise la red de este equipo.',
  },
  inReach: (inReach, members) => `${inReach} de ${members} quioscos al alcance`,
  keyOutdated: 'Otro quiosco tiene una clave más reciente. Conecte este quiosco una vez al servidor.',
  dropped: (scans) =>
    `Escaneos de otros quioscos para los que no hubo sitio aquí: ${scans}. Conecte los quioscos al servidor.`,
  hears: (names) => `oye a ${names}`,
  hearsNone: 'no oye a ningún otro quiosco',
  thisKiosk: (name) => `${name} (este quiosco)`,
  online: 'en línea',
  noInternet: 'sin internet',
  unknown: 'Dispositivo desconocido',
  reportsTitle: 'Problemas en la red',
  report: (reason, kiosk, times) => `${kiosk}: ${reason} (${times})`,
  reasons: {
    revoked: 'un quiosco retirado intentó participar',
    key: 'su clave está caducada',
    forged: 'un mensaje no era auténtico',
    unlisted: 'no está en la lista de quioscos. Uno recién vinculado estará en ella tras la próxima sincronización',
    flood: 'demasiados mensajes o demasiado grandes',
    stranger: 'se conectó sin demostrar que es un quiosco',
    crowd: 'demasiadas conexiones a la vez',
    silent: 'dejó de responder. Compruebe la alimentación y la red',
    unreadable: 'un mensaje no se puede leer. Actualícelo',
  },
  ownAddress: 'Dirección de este quiosco',
  ownAddressHint: 'Escríbala en otro quiosco si los quioscos no se encuentran, o lea allí el código.',
  code: 'Código con la dirección de este quiosco',
  address: 'Dirección de otro quiosco',
  addressHint: 'Por ejemplo 192.168.1.20:4011',
  add: 'Añadir',
  remove: (address) => `Quitar ${address}`,
  notAnAddress: 'Esto no es una dirección. Escríbala como la muestra el otro quiosco, por ejemplo 192.168.1.20:4011.',
  notAKiosk:
    'Este no es el código de otro quiosco. Abra los ajustes del otro quiosco y acerque al lector el código que se muestra allí.',
  box: (name) => `${name} (equipo central del recinto)`,
  reached: (name) => `Conectado: ${name}`,
  outcomes: {
    asking: 'preguntando…',
    unreachable:
      'Ahí no responde nada. Compruebe la dirección, que el otro quiosco esté encendido y que ambos estén en la misma red. Este quiosco sigue intentándolo.',
    not_proven:
      'Lo que responde ahí no ha demostrado ser un quiosco de este evento. Compruebe la dirección. Si es correcta, conecte ambos quioscos al servidor una vez.',
    self: 'Esta es la dirección de este quiosco. Escriba la que muestra otro quiosco.',
  },
};
