import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page at /api/docs/browser-tools. Relative addresses, so that the same files are found below /sandbox. */
export default defineConfig({
  root: 'server/web/tools',
  base: './',
  plugins: [react()],
  build: {
    outDir: '../../../dist/browser-tools',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
