/** The decoder contract for zxing-wasm. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createZxingWasmDecoder } from '#kiosk/scanner/camera/zxing-wasm-decoder.ts';
import { describeDecoder } from '#test/contract/decoder.ts';

// In Node there is nothing to fetch the file from, so its bytes are handed over.
const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));

describeDecoder('zxing-wasm', () => createZxingWasmDecoder({ binary: new Uint8Array(readFileSync(file)).buffer }), {
  misses: {},
  ofTwoCodes: 2,
});
