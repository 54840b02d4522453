import { dirname, join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { copyLibraries } from './server/start/copy-libraries.ts';

const root = import.meta.dirname;
const outDir = join(root, 'dist', 'server');

/** Workers, pages and templates are read from beside the module that names them: it goes on naming its own place. */
const ownPlace: Plugin = {
  name: 'own-place',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('import.meta.')) return null;
    const urlOf = (path: string) => `new URL(${JSON.stringify(relative(outDir, path))}, import.meta.url)`;
    const folder = `process.getBuiltinModule('node:url').fileURLToPath(${urlOf(dirname(id))})`;
    return code.replaceAll(/import\.meta\.(url|dirname)\b/g, (_all, what) =>
      what === 'url' ? `${urlOf(id)}.href` : folder,
    );
  },
};

/** The server's modules as a few files; libraries stay where they are. Run by server/start/main.js. */
export default defineConfig({
  plugins: [ownPlace, { name: 'copy-libraries', writeBundle: () => copyLibraries(root) }],
  build: {
    ssr: true,
    outDir,
    // A server that runs may still load a part of the build before.
    emptyOutDir: false,
    target: 'esnext',
    minify: false,
    rolldownOptions: {
      input: { serve: join(root, 'server', 'start', 'serve.ts') },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
