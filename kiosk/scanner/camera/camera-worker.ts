/**
 * The camera's worker: takes pictures, gives texts, so that decoding never delays a screen.
 * Prefers zxing-wasm, whose file Vite bundles (never a CDN's); without WebAssembly it loads zxing-js instead.
 * Started by `frame-reader.ts` only.
 */
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { FrameMessage, WorkerScope } from './camera-messages.ts';
import type { Decoder, Picture } from './decoder.ts';
import { createZxingWasmDecoder } from './zxing-wasm-decoder.ts';

/** Larger pictures are scaled down: tickets are held near, and 4K would cost ten times the time. */
const MAX_SIDE_PX = 1280;

const scope: WorkerScope = self;
const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext('2d', { willReadFrequently: true });
let decoder: Promise<Decoder> = createZxingWasmDecoder({ url: wasmUrl }).catch(fallBack);

async function fallBack(reason: unknown): Promise<Decoder> {
  console.warn('zxing-wasm is not usable here, reading with zxing-js, which is weaker:', reason);
  const { createZxingJsDecoder } = await import('./zxing-js-decoder.ts');
  return createZxingJsDecoder();
}

scope.addEventListener('message', ({ data: { id, frame } }: MessageEvent<FrameMessage>) => {
  read(frame)
    .then(({ texts, name }) => scope.postMessage({ id, texts, decoder: name }))
    .catch((fault: unknown) => scope.postMessage({ id, fault: String(fault) }));
});

async function read(frame: ImageBitmap): Promise<{ texts: readonly string[]; name: Decoder['name'] }> {
  const picture = takePicture(frame);
  const present = await decoder;
  try {
    return { texts: await present.decode(picture), name: present.name };
  } catch (fault) {
    if (present.name === 'zxing-js') throw fault;
    // A WebAssembly instance that trapped once (out of memory) is not to be trusted again.
    decoder = fallBack(fault);
    return { texts: await (await decoder).decode(picture), name: 'zxing-js' };
  }
}

function takePicture(frame: ImageBitmap): Picture {
  try {
    if (context === null) throw new Error('the worker has no 2d canvas');
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(frame.width, frame.height));
    const width = Math.max(1, Math.round(frame.width * scale));
    const height = Math.max(1, Math.round(frame.height * scale));
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.drawImage(frame, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    return { data, width, height };
  } finally {
    frame.close();
  }
}
