import { defineConfig } from 'vite';

/**
 * Electron's main process (ES module) and preload (CommonJS: the sandbox knows nothing else), each one file, so
 * that the package needs no node_modules. Two environments, because they must not share a chunk.
 */
const common = {
  consumer: 'server',
  resolve: { noExternal: true, external: ['electron'] },
} as const;

function output(input: string, format: 'es' | 'cjs', file: string) {
  return {
    outDir: 'dist/kiosk-main',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node24',
    minify: false,
    ssr: true,
    rollupOptions: { input, external: ['electron'], output: { format, entryFileNames: file, codeSplitting: false } },
  };
}

export default defineConfig({
  builder: {
    buildApp: async (builder) => {
      for (const name of ['main', 'preload']) await builder.build(builder.environments[name]!);
    },
  },
  environments: {
    main: { ...common, build: output('kiosk/main/index.ts', 'es', 'index.js') },
    preload: { ...common, build: output('kiosk/main/preload.ts', 'cjs', 'preload.cjs') },
  },
});
