/**
 * `npm run build:sdk`: the SDK as a package in `dist/sdk`, to be packed or published from there. JavaScript is the
 * source without its types, file by file, as far as the package's entries reach; declarations are the compiler's.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../core/version.ts';

const root = join(import.meta.dirname, '..', '..');
const shared = join(root, 'shared');
const entries = [
  'sdk/package-entry.ts',
  'sdk/react/service-tools.ts',
  'sdk/react/tool-client.ts',
  'sdk/react/tools-provider.ts',
];
const specifier = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])((?:\.{1,2}|#shared)\/[^'"]+)\.ts\2/g;

/** `./x.ts` and `#shared/a/x.ts` as the package has them. @returns the text, and the files it names, from `shared` */
function rewritten(text: string, file: string): { readonly text: string; readonly names: readonly string[] } {
  const names: string[] = [];
  const here = posix.dirname(file);
  const out = text.replaceAll(specifier, (_all, before: string, quote: string, name: string) => {
    const target = name.startsWith('#shared/') ? name.slice('#shared/'.length) : posix.join(here, name);
    names.push(`${target}.ts`);
    const path = posix.relative(here, target);
    return `${before}${quote}${path.startsWith('.') ? path : `./${path}`}.js${quote}`;
  });
  return { text: out, names };
}

function writeScripts(lib: string): void {
  const waiting = [...entries];
  const done = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (done.has(file)) continue;
    done.add(file);
    const { text, names } = rewritten(stripTypeScriptTypes(readFileSync(join(shared, file), 'utf8')), file);
    const out = join(lib, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(out), { recursive: true });
    writeFileSync(out, `${text.replaceAll(/[ \t]+$/gm, '').replaceAll(/\n{3,}/g, '\n\n')}`);
    waiting.push(...names);
  }
}

async function writeDeclarations(lib: string): Promise<void> {
  const compiler = join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin', 'tsc');
  const child = spawn(process.execPath, [compiler, '-p', join(shared, 'sdk', 'package'), '--outDir', lib], {
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('the SDK does not compile');
  for (const name of readdirSync(lib, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const path = join(lib, name);
    writeFileSync(path, rewritten(readFileSync(path, 'utf8'), name.replaceAll('\\', '/')).text);
  }
}

function entry(name: string): { readonly types: string; readonly default: string } {
  return { types: `./lib/sdk/${name}.d.ts`, default: `./lib/sdk/${name}.js` };
}

/** @param folder is replaced; a package of it is made by `npm pack` there */
export async function buildSdk(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const lib = join(folder, 'lib');
  mkdirSync(lib, { recursive: true });
  writeScripts(lib);
  await writeDeclarations(lib);
  cpSync(join(shared, 'sdk', 'package', 'README.md'), join(folder, 'README.md'));
  const manifest = {
    name: '@gatehouse/sdk',
    version,
    description: 'The typed client of a Gatehouse server.',
    license: 'UNLICENSED',
    type: 'module',
    engines: { node: '>=20' },
    sideEffects: false,
    exports: {
      '.': entry('package-entry'),
      './react/service-tools': entry('react/service-tools'),
      './react/tool-client': entry('react/tool-client'),
      './react/tools-provider': entry('react/tools-provider'),
      './react/use-module-tool': entry('react/use-module-tool'),
      './react/page-registry': entry('react/page-registry'),
      './package.json': './package.json',
    },
    files: ['lib'],
    peerDependencies: { react: '>=18' },
    peerDependenciesMeta: { react: { optional: true } },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

if (import.meta.main) await buildSdk(join(root, 'dist', 'sdk'));
