/**
 * The first choice: ZXing-C++ as WebAssembly. Reads noise, blur, slanted, inverted and several codes.
 * Left to itself the library fetches its .wasm from a CDN; here the caller must say where it comes from.
 */
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import { type Decoder, MAX_CODES } from './decoder.ts';

/** The module: in a browser the address Vite gave the bundled file; in Node, which cannot fetch it, its bytes. */
export type WasmSource = { readonly url: string } | { readonly binary: ArrayBuffer };

const OPTIONS: ReaderOptions = {
  formats: ['QRCode'],
  maxNumberOfSymbols: MAX_CODES,
  tryHarder: true,
  tryInvert: true,
  tryRotate: true,
  tryDownscale: true,
  // The default, "HRI", rewrites what it takes for structured data.
  textMode: 'Plain',
};

/**
 * @param wasm where `zxing-wasm/reader/zxing_reader.wasm` is
 * @throws when WebAssembly is refused (an old browser, a content policy without `wasm-unsafe-eval`) or the file is missing
 */
export async function createZxingWasmDecoder(wasm: WasmSource): Promise<Decoder> {
  await prepareZXingModule({
    overrides:
      'url' in wasm
        ? { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasm.url : prefix + path) }
        : { wasmBinary: wasm.binary },
    fireImmediately: true,
  });
  return {
    name: 'zxing-wasm',
    async decode(picture) {
      // The library reads data, width and height of an ImageData and nothing else.
      const found = await readBarcodes(picture as ImageData, OPTIONS);
      return found.filter((code) => code.isValid).map((code) => code.text);
    },
  };
}
