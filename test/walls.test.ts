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

  'server/store/durable-files': [],
  'server/store': ['server/store/durable-files', 'shared'],
  'server/core/log/followers': ['server/store', 'server/core/collections/module.ts', 'shared'],
  'server/core/tenants': ['server/store', 'shared'],
  'server/identity': ['server/store/durable-files', 'server/store', 'server/core/tenants', 'shared'],
  'server/core/policy/visibility': [
    'server/core/policy/actor.ts',
    'server/core/policy/policy.ts',
    'server/core/platform.ts',
    'server/store/contract.ts',
    'shared',
  ],
  'server/core/collections/module.ts': ['server/core/policy/actor.ts', 'server/store/contract.ts', 'shared'],
  'server/core/collections': [
    'server/core/policy/visibility',
    'server/core/policy/actor.ts',
    'server/core/policy/policy.ts',
    'server/store/contract.ts',
    'server/store/event-types.ts',
    'server/core/tenants',
    'server/core/platform.ts',
    'shared',
  ],
  'server/core/platform.ts': [
    'server/core/policy/actor.ts',
    'server/core/collections/operation.ts',
    'server/store/contract.ts',
    'shared',
  ],
  'server/http': [
    'server/identity',
    'server/core/tenants',
    'server/core/collections/module.ts',
    'server/core/collections/operation.ts',
    'server/start/config.ts',
    'server/store/contract.ts',
    'server/core/node-http.ts',
    'shared',
  ],
  'server/core/paging': ['server/core/platform.ts', 'server/core/policy/actor.ts', 'shared'],
  'server/core/log/subscriptions': [
    'server/core/platform.ts',
    'server/identity',
    'server/http/log.ts',
    'server/store/contract.ts',
    'shared',
  ],
  'server/endpoints/metrics': ['server/http', 'shared'],
  'server/modules/documents': [
    'server/core/platform.ts',
    'server/core/policy/actor.ts',
    'server/core/policy/policy.ts',
    'server/core/collections/module.ts',
    'server/core/policy/visibility',
    'server/core/collections/write-within.ts',
    'server/core/log/subscriptions/log-tail.ts',
    'server/store/contract.ts',
    'shared',
  ],
  'server/surfaces': [
    'server/core/platform.ts',
    'server/core/policy/visibility',
    'server/modules/documents',
    'server/modules/media/files',
    'server/core/collections/module.ts',
    'server/core/collections/operation.ts',
    'server/http',
    'server/core/paging',
    'server/core/log/subscriptions',
    'server/identity',
    'server/core/tenants',
    'server/store/contract.ts',
    'server/core/node-http.ts',
    'shared',
  ],
  'server/modules/events': [
    'server/core/platform.ts',
    'server/core/collections/module.ts',
    'server/core/policy/actor.ts',
    'server/store/contract.ts',
    'shared',
  ],
  'server/modules/auth': ['server/identity', 'server/core/collections/module.ts', 'server/store/contract.ts', 'shared'],
  'server/modules/common': [
    'server/core/collections/module.ts',
    'server/core/collections/write-record.ts',
    'server/core/policy/actor.ts',
    'server/store/contract.ts',
    'shared',
  ],
  'server/modules/media/files/contract.ts': ['shared'],
  'server/modules/media/files': [
    'server/core/collections/module.ts',
    'server/core/policy/actor.ts',
    'server/store/contract.ts',
    'server/core/tenants/control.ts',
    'server/start/config.ts',
    'server/store/durable-files',
    'shared',
  ],
  'server/modules/media/processing': ['server/modules/media/files/contract.ts', 'shared'],
  'server/outbound': ['server/core/node-http.ts', 'shared'],
  'server/modules/webhooks': [
    'server/core/collections/module.ts',
    'server/core/policy/visibility',
    'server/core/policy/actor.ts',
    'server/core/policy/policy.ts',
    'server/identity/audit.ts',
    'server/outbound',
    'server/store/contract.ts',
    'server/store/event-types.ts',
    'shared',
  ],
  'server/outbound/mail': [
    'server/modules/events/ports.ts',
    'server/identity/people/notices.ts',
    'server/store/durable-files',
    'shared',
  ],
  'server/web/console': ['shared'],
  'server/start/config.ts': ['shared'],
  'server/operations/demo': [
    'server/core/platform.ts',
    'server/identity',
    'server/core/tenants',
    'server/store/contract.ts',
    'shared',
  ],
  'server/start/assemble.ts': ['server', 'shared'],
  'server/start/open-server.ts': ['server', 'shared'],
  'server/start/main.js': ['server/start/serve.ts'],
  'server/core/node-http.ts': [],
  'server/start/give-back-memory.ts': [],
  'server/start/serve.ts': ['server', 'shared'],
  'server/operations/admin.ts': ['server', 'shared'],
  'server/operations/cluster-example': [],
  'server/operations': ['server', 'shared'],
  'server/operations/demo/start.ts': ['server', 'shared'],
  'server/start/build-web-apps.ts': [],
  'server/start/build-sdk.ts': [],
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
  'server/identity',
  'server/operations',
  'server/modules/common',
  'server/core/log/followers',
  'server/modules/documents',
  'server/operations/demo',
  'server/store/durable-files',
  'server/modules/media/files',
  'server/core/log/subscriptions',
  'server/outbound/mail',
  'server/modules/media/processing',
  'server/endpoints/metrics',
  'server/outbound',
  'server/core/paging',
  'server/core/tenants',
  'server/core/policy/visibility',
  'server/modules/webhooks',
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
