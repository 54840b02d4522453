import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The organizers' console, served by the server below /console/. */
export default defineConfig({
  root: 'server/console',
  base: '/console/',
  plugins: [react()],
  build: { outDir: '../../dist/console', emptyOutDir: true, assetsInlineLimit: 0 },
});
