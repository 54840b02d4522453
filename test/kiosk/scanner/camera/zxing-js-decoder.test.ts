/** The decoder contract for zxing-js, which works where a page forbids WebAssembly. */
import { createZxingJsDecoder } from '#kiosk/scanner/camera/zxing-js-decoder.ts';
import { describeDecoder } from '#test/contract/decoder.ts';

describeDecoder('zxing-js', async () => createZxingJsDecoder(), {
  misses: { 'blur 2 px': 1, 'blur 3 px': 2 },
  ofTwoCodes: 0,
});
