/** The words about other kiosks on the network in English. */
import type { VenueWords } from './venue-words.ts';

export const en: VenueWords = {
  title: 'Other kiosks on the network',
  conditions: {
    open: 'This kiosk hears the other kiosks directly, also without internet.',
    no_address:
      'This device hears the other kiosks once it has the address of one. Scan the code in the settings of another kiosk, or enter its address that ends in .local.',
    no_host: 'This kiosk cannot hear other kiosks: the device host does not run or does not connect to other kiosks.',
    switched_off:
      'The device host of this kiosk is switched off for other kiosks. To switch it on, start it without “--peers off”; in the desktop app, set “peerPort” in kiosk.json to 4011.',
    no_key: 'This kiosk has no key for the network of kiosks yet. Connect it to the server once.',
    not_here: 'A kiosk with this role does not listen to other kiosks.',
    failed: 'The device host cannot listen on the network. Start it again, then check the network of this computer.',
  },
  inReach: (inReach, members) => `${inReach} of ${members} kiosks in reach`,
  keyOutdated: 'Another kiosk has a newer key. Connect this kiosk to the server once.',
  dropped: (scans) => `Scans of other kiosks that had no room here: ${scans}. Connect the kiosks to the server.`,
  hears: (names) => `hears ${names}`,
  hearsNone: 'hears no other kiosk',
  thisKiosk: (name) => `${name} (this kiosk)`,
  online: 'online',
  noInternet: 'no internet',
  unknown: 'Unknown device',
  reportsTitle: 'Problems on the network',
  report: (reason, kiosk, times) => `${kiosk}: ${reason} (${times})`,
  reasons: {
    revoked: 'a revoked kiosk tried to take part',
    key: 'its key is out of date',
    forged: 'a message that was not genuine',
    unlisted: 'not in the list of kiosks. One that was paired just now is in it after the next sync',
    flood: 'too many or too large messages',
    stranger: 'connected and did not prove to be a kiosk',
    crowd: 'too many connections at once',
    silent: 'went silent. Check its power and its network',
    unreadable: 'a message that cannot be read. Update it',
  },
  ownAddress: 'Address of this kiosk',
  ownAddressHint: 'Type it at another kiosk where the kiosks do not find each other, or read the code there.',
  code: 'Code with the address of this kiosk',
  address: 'Address of another kiosk',
  addressHint: 'For example 192.168.1.20:4011',
  add: 'Add',
  remove: (address) => `Remove ${address}`,
  notAnAddress: 'This is not an address. Type it as it is shown at the other kiosk, for example 192.168.1.20:4011.',
  notAKiosk:
    'This is not the code of another kiosk. Open the settings of the other kiosk, and hold the code shown there to the scanner.',
  box: (name) => `${name} (box for the venue)`,
  reached: (name) => `Reached: ${name}`,
  outcomes: {
    asking: 'asking…',
    unreachable:
      'Nothing answers there. Check the address, that the other kiosk runs, and that both are on the same network. This kiosk keeps trying.',
    not_proven:
      'What answers there has not proven to be a kiosk of this event. Check the address. Where it is right, connect both kiosks to the server once.',
    self: 'This is the address of this kiosk. Type the one that is shown at another kiosk.',
  },
};
