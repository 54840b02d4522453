/** A supervisor's sealed key by the browser's WebCrypto: the key is opened for one signature, and never kept. */
import type { ApprovalCrypto } from '#shared/admission/supervisor-approval.ts';
import { deriveByWebCrypto } from './web-crypto-pin.ts';

export const approvalByWebCrypto: ApprovalCrypto = {
  derive: deriveByWebCrypto,
  async open(key, nonce, box, context) {
    const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
    try {
      return new Uint8Array(
        await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce, additionalData: context }, aes, box),
      );
    } catch (error) {
      // The tag does not fit: another PIN.
      if (error instanceof DOMException && error.name === 'OperationError') return null;
      throw error;
    }
  },
  async sign(privateKey, message) {
    const key = await crypto.subtle.importKey('pkcs8', privateKey, 'Ed25519', false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('Ed25519', key, message));
  },
};
