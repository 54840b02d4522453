import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { sealKiosk } from './kiosk/start/offline/build/vite-plugin.ts';

const kiosk = join(import.meta.dirname, 'kiosk', 'start');
const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as { version: string };

// The kiosk's renderer. Relative addresses, so that the same files work under app://kiosk/ in Electron, under /kiosk/
// at the server, and beside the device host. Assets are never inlined: the page's policy refuses data: for scripts
// and workers, and WebAssembly has to be a file.
export default defineConfig({
  root: 'kiosk/start',
  base: './',
  plugins: [react(), sealKiosk(join(kiosk, 'kiosk-icon.svg'))],
  // RxDB brings a Dexie of its own beside ours; two in one page refuse to work.
  resolve: { dedupe: ['dexie'] },
  define: { 'import.meta.env.VITE_GATEHOUSE_VERSION': JSON.stringify(version) },
  worker: { format: 'es' },
  build: {
    outDir: '../../dist/kiosk',
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: join(kiosk, 'index.html'), sw: join(kiosk, 'offline', 'worker', 'service-worker.ts') },
      // The worker's address stays the same from version to version: the browser looks there for the next one.
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
});
