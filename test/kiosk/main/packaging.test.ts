/**
 * Packs the kiosk with electron-builder as it is configured, around a stand-in for Electron's binary that holds a real
 * fuse wire: what is in the package and how the fuses stand is checked, running it is not.
 */
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { extractFile, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { createBuilder } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
let base: string;
let unpacked: string;

/** Marks where the fuses stand in Electron's binaries (@electron/fuses). */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** As Electron 45 is delivered: node and inspect allowed, nothing checked. */
async function makeStandIn(folder: string): Promise<void> {
  await mkdir(join(folder, 'locales'), { recursive: true });
  await mkdir(join(folder, 'resources'));
  const wire = Buffer.concat([Buffer.from(sentinel), Buffer.of(1, 9), Buffer.from('101100010')]);
  await writeFile(
    join(folder, 'electron'),
    Buffer.concat([Buffer.from('#!/bin/sh\nexit 0\n#'), wire, Buffer.from('\n')]),
  );
  await chmod(join(folder, 'electron'), 0o755);
  for (const name of ['version', 'LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'locales/en-US.pak']) {
    await writeFile(join(folder, name), name === 'version' ? '45.4.1' : '');
  }
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'package-'));
  const project = join(base, 'project');
  await makeStandIn(join(base, 'electron'));
  await mkdir(join(project, 'dist', 'kiosk', 'assets'), { recursive: true });
  for (const name of ['package.json', 'electron-builder.yml']) await copyFile(name, join(project, name));
  await symlink(resolve('node_modules'), join(project, 'node_modules'));
  await writeFile(join(project, 'dist', 'kiosk', 'index.html'), '<!doctype html>');
  await writeFile(join(project, 'dist', 'kiosk', 'assets', 'page.js.map'), '{}');
  for (const name of ['server', 'kiosk', 'dist/console', 'data']) {
    await mkdir(join(project, name), { recursive: true });
    await writeFile(join(project, name, 'not-for-the-kiosk.js'), '');
  }
  const environment = { build: { outDir: join(project, 'dist', 'kiosk-main') } };
  const environments = { main: environment, preload: environment };
  const builder = await createBuilder({ configFile: 'vite.electron.config.ts', logLevel: 'error', environments }, null);
  await builder.buildApp();
  const settings = [`electronDist=${join(base, 'electron')}`, `directories.output=${join(base, 'out')}`];
  await run(
    process.execPath,
    [
      'node_modules/electron-builder/cli.js',
      '--dir',
      '--linux',
      '--projectDir',
      project,
      ...settings.map((s) => `-c.${s}`),
    ],
    { env: { ...process.env, CI: '1' }, maxBuffer: 16 * 1024 * 1024 },
  );
  unpacked = join(base, 'out', 'linux-unpacked');
}, 180_000);
afterAll(() => rm(base, { recursive: true, force: true }));

const asar = () => join(unpacked, 'resources', 'app.asar');

test('the package holds what was built of the kiosk, and nothing else', () => {
  const files = listPackage(asar(), { isPack: false }).filter((path) => /\.[a-z]+$/.test(path));
  expect(files.sort()).toEqual([
    '/dist/kiosk-main/index.js',
    '/dist/kiosk-main/preload.cjs',
    '/dist/kiosk/index.html',
    '/package.json',
  ]);
});

test('its package.json starts main, names no scripts, and main needs nothing but Electron and Node', async () => {
  const described: unknown = JSON.parse(extractFile(asar(), 'package.json').toString());
  expect(described).toMatchObject({ name: 'gatehouse-kiosk', main: 'dist/kiosk-main/index.js', type: 'module' });
  expect(described).not.toHaveProperty('scripts');
  const main = extractFile(asar(), 'dist/kiosk-main/index.js').toString();
  const imported = [...main.matchAll(/^import [^;]*?from "([^"]+)"/gm)].map(([, name]) => name!);
  const foreign = imported.filter((name) => name !== 'electron' && !name.startsWith('node:') && !builtin(name));
  expect(imported).toContain('electron');
  expect(foreign).toEqual([]);
});

function builtin(name: string): boolean {
  return process.getBuiltinModule(name) !== undefined;
}

test('the fuses of the packed binary stand as the checklist asks', async () => {
  const wire = await getCurrentFuseWire(join(unpacked, 'gatehouse-kiosk'));
  const states = Object.fromEntries(
    Object.entries(FuseV1Options)
      .filter((entry): entry is [string, FuseV1Options] => typeof entry[1] === 'number')
      .map(([name, option]) => [name, wire[option]]),
  );
  expect(states).toMatchObject({
    RunAsNode: FuseState.DISABLE,
    EnableCookieEncryption: FuseState.ENABLE,
    EnableNodeOptionsEnvironmentVariable: FuseState.DISABLE,
    EnableNodeCliInspectArguments: FuseState.DISABLE,
    EnableEmbeddedAsarIntegrityValidation: FuseState.ENABLE,
    OnlyLoadAppFromAsar: FuseState.ENABLE,
    LoadBrowserProcessSpecificV8Snapshot: FuseState.DISABLE,
    GrantFileProtocolExtraPrivileges: FuseState.DISABLE,
  });
});

test('the stand-in had other fuses, so that this test could have failed', async () => {
  const before = (await readFile(join(base, 'electron', 'electron'))).toString('latin1');
  const after = (await readFile(join(unpacked, 'gatehouse-kiosk'))).toString('latin1');
  const fuses = (text: string): string => text.slice(text.indexOf(sentinel) + sentinel.length + 2).slice(0, 8);
  expect([fuses(before), fuses(after)]).toEqual(['10110001', '01001100']);
});

test('signing is set up, and no certificate or password stands in the file', async () => {
  const text = await readFile('electron-builder.yml', 'utf8');
  for (const line of ['hardenedRuntime: true', 'notarize: true', 'signingHashAlgorithms: [sha256]'])
    expect(text).toContain(line);
  const entitlements = [...text.matchAll(/entitlements(?:Inherit)?: (\S+)/g)].map(([, path]) => path!);
  expect(entitlements).toHaveLength(2);
  for (const path of entitlements) expect(await readFile(path, 'utf8')).toContain('com.apple.security.device.camera');
  expect(text).not.toMatch(/password|cscLink|\.p12|\.pfx|identity:/i);
});
