import { readFileSync } from 'node:fs';
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

/** Texts in other scripts are escaped: the source of ASCII alone takes one byte a character in memory, 4 MB less in all. */
const asciiAlone: Plugin = {
  name: 'ascii-alone',
  // Last of all: what prints a file writes the characters out again.
  generateBundle: (_options, files) => {
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        file.code = file.code.replaceAll(
          /[^\x00-\x7f]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};

/**
 * Libraries that every start loads whole. They become a part of the server's file, with what they need themselves: 250 files
 * less to find, a start of 643 ms takes 600 (29 November 2026, by turns, with the comments left out). The others stay where
 * they are, because most of them are loaded when they are first needed.
 */
const bundled = ['@fastify/busboy', 'express', 'pngjs', 'socket.io', 'ws'];
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object };

/** The server's modules as a few files. Run by server/start/main.js. */
export default defineConfig({
  plugins: [ownPlace, asciiAlone, { name: 'copy-libraries', writeBundle: () => copyLibraries(root) }],
  ssr: { noExternal: true, external: Object.keys(dependencies).filter((name) => !bundled.includes(name)) },
  build: {
    ssr: true,
    outDir,
    // A server that runs may still load a part of the build before.
    emptyOutDir: false,
    target: 'esnext',
    minify: false,
    rolldownOptions: {
      input: { serve: join(root, 'server', 'start', 'serve.ts') },
      // Lines and names stay, so that a stack trace can be read.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', comments: false },
    },
  },
});
