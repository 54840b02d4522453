/** The device's key of a simulated kiosk. */
import type { KeyStore } from '#kiosk/store/key-store.ts';
import type { ServerClient } from '#kiosk/sync/server-client.ts';
import type { GroundKiosk } from './ground.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Signing with the device's key is real work: the world stands still from asking for the key to using the signature. */
export function deviceKeysOf(ground: GroundKiosk, time: VirtualTime) {
  let release = (): void => {};
  const store: KeyStore = {
    dataKey: () => Promise.reject(new Error('nothing is enciphered here')),
    deviceKey() {
      release();
      const letGo = time.hold();
      release = () => {
        release = () => {};
        letGo();
      };
      return Promise.resolve(ground.device);
    },
    forget: async () => {},
  };
  const released = (client: ServerClient): ServerClient => ({
    ...client,
    request(request) {
      release();
      return client.request(request);
    },
  });
  return { store, released, signed: () => release() };
}
