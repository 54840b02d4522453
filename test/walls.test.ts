/** The inner walls: who may import whom, room by room. The outer ones are held by the wings' tsconfigs too. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The kiosk's rooms that screens show something of. */
const shownOnScreens = ['kiosk/station', 'kiosk/preflight', 'kiosk/printing', 'kiosk/scanner', 'kiosk/bridge'] as const;
const screenBasics = ['kiosk/screens/words', 'kiosk/screens/model', 'kiosk/screens/parts'] as const;
/** Opened by the staff's screen and, after a PIN, by staff at the guests'. */
const sharedScreens = ['kiosk/screens/settings', 'kiosk/screens/board', 'kiosk/screens/preflight'] as const;

/** Room → rooms it may import besides itself. A room is the longest name here that a file's path begins with. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'shared/base': [],
  'shared/schema': ['shared/base'],
  'shared/text': ['shared/base'],
  'shared/query': ['shared/base', 'shared/schema', 'shared/text'],
  'shared/ticket': ['shared/base'],
  'shared/admission': ['shared/base', 'shared/ticket', 'shared/modules'],
  'shared/modules': [
    'shared/base',
    'shared/schema',
    'shared/query',
    'shared/sync',
    'shared/admission/verdict.ts',
    'shared/admission/refusals.ts',
  ],
  'shared/admission/verdict.ts': [],
  'shared/admission/refusals.ts': ['shared/base', 'shared/admission/verdict.ts'],
  'shared/sync': ['shared/base', 'shared/schema'],
  'shared/live': ['shared/base'],
  'shared/people-search': ['shared/base', 'shared/text'],
  'shared/badge': ['shared/base', 'shared/schema'],
  'shared/tools': ['shared/base', 'shared/schema', 'shared/query'],
  'shared/sdk': ['shared/base', 'shared/schema', 'shared/query', 'shared/modules', 'shared/sync', 'shared/live'],
  'shared/sdk/react': ['shared/sdk', 'shared/tools', 'shared/base'],

  'kiosk/bridge': ['shared'],
  'kiosk/host': ['kiosk/bridge', 'shared'],
  'kiosk/main': ['kiosk/host', 'kiosk/bridge', 'shared'],
  'kiosk/scanner': ['shared'],
  'kiosk/store': ['shared'],
  'kiosk/station': ['kiosk/store', 'shared'],
  'kiosk/sync': ['kiosk/store', 'shared'],
  'kiosk/printing': ['kiosk/store', 'kiosk/bridge', 'shared'],
  'kiosk/preflight': ['kiosk/store', 'kiosk/scanner', 'kiosk/printing', 'kiosk/bridge', 'shared'],
  'kiosk/screens/words': [...shownOnScreens, 'shared'],
  'kiosk/screens/model': [...shownOnScreens, 'kiosk/screens/words', 'shared'],
  'kiosk/screens/parts': [...screenBasics, 'shared'],
  'kiosk/screens/preflight': [...shownOnScreens, ...screenBasics, 'shared'],
  'kiosk/screens/board': [...shownOnScreens, ...screenBasics, 'shared'],
  'kiosk/screens/pairing': [...shownOnScreens, ...screenBasics, 'shared'],
  'kiosk/screens/settings': [
    ...shownOnScreens,
    ...screenBasics,
    'kiosk/screens/board',
    'kiosk/screens/preflight',
    'shared',
  ],
  'kiosk/screens/door': [...shownOnScreens, ...screenBasics, ...sharedScreens, 'kiosk/screens/pairing', 'shared'],
  'kiosk/screens/self-service': [...shownOnScreens, ...screenBasics, ...sharedScreens, 'shared'],
  'kiosk/screens': ['kiosk/station', 'kiosk/preflight', 'kiosk/printing', 'shared'],
  'kiosk/start/offline/wire': [],
  'kiosk/start/offline/worker': ['kiosk/start/offline/wire'],
  'kiosk/start/offline/build': ['kiosk/start/offline/wire'],
  'kiosk/start/offline': ['kiosk/preflight', 'shared'],
  'kiosk/start': ['kiosk', 'shared'],

  'server/durable-files': [],
  'server/store': ['server/durable-files', 'shared'],
  'server/changes': ['server/store', 'server/collections/module.ts', 'shared'],
  'server/tenants': ['server/store', 'shared'],
  'server/access': ['server/durable-files', 'server/store', 'server/tenants', 'shared'],
  'server/visibility': [
    'server/access/actor.ts',
    'server/access/policy.ts',
    'server/platform.ts',
    'server/store/contract.ts',
    'shared',
  ],
  'server/collections/module.ts': ['server/access/actor.ts', 'server/store/contract.ts', 'shared'],
  'server/collections': [
    'server/visibility',
    'server/access/actor.ts',
    'server/access/policy.ts',
    'server/store/contract.ts',
    'server/store/event-types.ts',
    'server/tenants',
    'server/platform.ts',
    'shared',
  ],
  'server/platform.ts': [
    'server/access/actor.ts',
    'server/collections/operation.ts',
    'server/store/contract.ts',
    'shared',
  ],
  'server/http': [
    'server/access',
    'server/tenants',
    'server/collections/module.ts',
    'server/collections/operation.ts',
    'server/config.ts',
    'server/store/contract.ts',
    'server/node-http.ts',
    'shared',
  ],
  'server/paging': ['server/platform.ts', 'server/access/actor.ts', 'shared'],
  'server/following': [
    'server/platform.ts',
    'server/access',
    'server/http/log.ts',
    'server/store/contract.ts',
    'shared',
  ],
  'server/metrics': ['server/http', 'shared'],
  'server/collab': [
    'server/platform.ts',
    'server/access/actor.ts',
    'server/access/policy.ts',
    'server/collections/module.ts',
    'server/visibility',
    'server/collections/write-within.ts',
    'server/following/log-tail.ts',
    'server/store/contract.ts',
    'shared',
  ],
  'server/surfaces': [
    'server/platform.ts',
    'server/visibility',
    'server/collab',
    'server/files',
    'server/collections/module.ts',
    'server/collections/operation.ts',
    'server/http',
    'server/paging',
    'server/following',
    'server/access',
    'server/tenants',
    'server/store/contract.ts',
    'server/node-http.ts',
    'shared',
  ],
  'server/events': [
    'server/platform.ts',
    'server/collections/module.ts',
    'server/access/actor.ts',
    'server/store/contract.ts',
    'shared',
  ],
  'server/members': ['server/access', 'server/collections/module.ts', 'server/store/contract.ts', 'shared'],
  'server/catalogue': [
    'server/collections/module.ts',
    'server/collections/write-record.ts',
    'server/access/actor.ts',
    'server/store/contract.ts',
    'shared',
  ],
  'server/files/contract.ts': ['shared'],
  'server/files': [
    'server/collections/module.ts',
    'server/access/actor.ts',
    'server/store/contract.ts',
    'server/tenants/control.ts',
    'server/config.ts',
    'server/durable-files',
    'shared',
  ],
  'server/media': ['server/files/contract.ts', 'shared'],
  'server/outbound': ['server/node-http.ts', 'shared'],
  'server/webhooks': [
    'server/collections/module.ts',
    'server/visibility',
    'server/access/actor.ts',
    'server/access/policy.ts',
    'server/access/audit.ts',
    'server/outbound',
    'server/store/contract.ts',
    'server/store/event-types.ts',
    'shared',
  ],
  'server/mail': ['server/events/ports.ts', 'server/access/notices.ts', 'server/durable-files', 'shared'],
  'server/console': ['shared'],
  'server/config.ts': ['shared'],
  'server/demo': ['server/platform.ts', 'server/access', 'server/tenants', 'server/store/contract.ts', 'shared'],
  'server/assemble.ts': ['server', 'shared'],
  'server/start-server.ts': ['server', 'shared'],
  'server/main.js': ['server/serve.ts'],
  'server/node-http.ts': [],
  'server/give-back-memory.ts': [],
  'server/serve.ts': ['server', 'shared'],
  'server/admin.ts': ['server', 'shared'],
  'server/cluster-example': [],
  'server/administration': ['server', 'shared'],
  'server/start.ts': ['server', 'shared'],
  'server/build-web-apps.ts': [],
  'server/build-sdk.ts': [],
};

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => (/\.tsx?$/.test(name) && !name.endsWith('.d.ts')) || name === 'main.js');
}

const rooms = Object.keys(mayImport).sort((a, b) => b.length - a.length);
const inside = (path: string, room: string) => path === room || path.startsWith(`${room}/`);
const roomOf = (path: string) => rooms.find((room) => inside(path, room));

/** Vite's suffixes (`?worker`, `?url`) do not change what is imported. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const named = [
    ...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g),
    ...text.matchAll(/new URL\('(\.[^']+)', import\.meta\.url\)/g),
  ];
  return named
    .map((m) => m[1]!.replace(/\?.*$/, ''))
    .filter((name) => name.startsWith('.') || name.startsWith('#'))
    .map((name) => (name.startsWith('#') ? name.slice(1) : relative(root, normalize(join(root, dirname(file), name)))));
}

const files = ['shared', 'kiosk', 'server'].flatMap(sources);

test('every source file stands in a room', () => {
  expect(files.filter((file) => !roomOf(file))).toEqual([]);
});

test('no room imports what its wall keeps out', () => {
  const broken = files.flatMap((file) => {
    const room = roomOf(file);
    if (!room) return [];
    const allowed = [room, ...mayImport[room]!];
    return importsOf(file)
      .filter((target) => /\.tsx?$/.test(target) && !allowed.some((a) => inside(target, a)))
      .map((target) => `${file} imports ${target}`);
  });
  expect(broken).toEqual([]);
});

/** The server's folders in which no circle is left; the others follow room by room. */
const withoutCircles = [
  'shared',
  'kiosk',
  'server/access',
  'server/administration',
  'server/catalogue',
  'server/changes',
  'server/collab',
  'server/demo',
  'server/durable-files',
  'server/files',
  'server/following',
  'server/mail',
  'server/media',
  'server/metrics',
  'server/outbound',
  'server/paging',
  'server/tenants',
  'server/visibility',
  'server/webhooks',
];

test('no file imports itself by way of others, for a value or for a type', () => {
  const checked = files.filter((file) => withoutCircles.some((folder) => inside(file, folder)));
  expect(circlesOf(new Map(checked.map((file) => [file, importsOf(file)])))).toEqual([]);
});

test('no room imports itself by way of other rooms', () => {
  const rooms = new Map<string, Set<string>>();
  for (const file of files.filter((name) => inside(name, 'kiosk'))) {
    const from = roomOf(file)!;
    const to = rooms.get(from) ?? new Set();
    for (const target of importsOf(file))
      if (inside(target, 'kiosk') && roomOf(target) !== from) to.add(roomOf(target)!);
    rooms.set(from, to);
  }
  expect(circlesOf(rooms)).toEqual([]);
});

/** Tarjan's strongly connected components of more than one node: each is a circle, or several that share a node. */
function circlesOf(graph: ReadonlyMap<string, Iterable<string>>): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  function visit(node: string): void {
    order.set(node, order.size);
    low.set(node, order.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next) || next === node) continue;
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== order.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) circles.push(circle.sort());
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}

test('no surface imports another surface', () => {
  const surface = (path: string) => /^server\/surfaces\/([^/]+)/.exec(path)?.[1];
  const broken = sources('server/surfaces').flatMap((file) =>
    importsOf(file)
      .filter((target) => surface(target) !== undefined && surface(target) !== surface(file))
      .map((target) => `${file} imports ${target}`),
  );
  expect(broken).toEqual([]);
});

test('shared knows no clock, no randomness, no I/O', () => {
  const forbidden = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bsetTimeout\(|\bfetch\(|\bprocess\.|\bfrom 'node:/;
  const broken = sources('shared').filter((file) => forbidden.test(readFileSync(join(root, file), 'utf8')));
  expect(broken).toEqual([]);
});

test('the server takes its http from node-http.ts: as an ES module it brings fetch along, and 15 MB', () => {
  const broken = sources('server').filter((file) =>
    /^import (?!type\b).*'(?:node:http|nodemailer)'/m.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(broken).toEqual([]);
});

test('electron is imported by kiosk/main alone', () => {
  const broken = files.filter(
    (file) => !inside(file, 'kiosk/main') && /from 'electron'/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(broken).toEqual([]);
});
