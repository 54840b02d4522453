import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const folder = join(import.meta.dirname, 'server', 'web', 'console');

/** The organizers' console, served by the server below /console/. */
export default defineConfig({
  root: folder,
  base: '/console/',
  plugins: [react()],
  build: {
    outDir: '../../../dist/console',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: join(folder, 'index.html'), 'renewal-worker': join(folder, 'session', 'renewal-worker.ts') },
      // A worker is asked for by its address at each update: its name stays, so it is not kept like the hashed files.
      output: {
        entryFileNames: ({ name }) => (name === 'renewal-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
