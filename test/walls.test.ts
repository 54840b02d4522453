/** The inner walls: who may import whom, room by room. The outer ones are held by the wings' tsconfigs too. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { circles, circlesIn, countRooms, importsOf, linesOf, root, sources } from './fixtures/import-graph.ts';

/** The kiosk's rooms that screens show something of. */
const shownOnScreens = ['kiosk/station', 'kiosk/preflight', 'kiosk/printing', 'kiosk/scanner', 'kiosk/bridge'] as const;
const screenBasics = ['kiosk/screens/words', 'kiosk/screens/model', 'kiosk/screens/parts'] as const;
/** Opened by the staff's screen and, after a PIN, by staff at the guests'. */
const sharedScreens = [
  'kiosk/screens/venue',
  'kiosk/screens/settings',
  'kiosk/screens/board',
  'kiosk/screens/preflight',
] as const;

/** Lines to other members on the LAN run on Node: for the device host beside a page, and for a box. No page imports them. */
const onNode = 'shared/lan';

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
    'shared/networking',
    'shared/gamification',
    'shared/leads',
    'shared/admission/verdict.ts',
    'shared/admission/refusals.ts',
  ],
  'shared/admission/verdict.ts': [],
  'shared/admission/refusals.ts': ['shared/base', 'shared/admission/verdict.ts'],
  'shared/sync': ['shared/base', 'shared/schema'],
  'shared/live': ['shared/base'],
  'shared/captions': ['shared/base'],
  'shared/peers': ['shared/base', 'shared/admission'],
  'shared/people-search': ['shared/base', 'shared/text'],
  'shared/networking': ['shared/base'],
  'shared/gamification': ['shared/base'],
  'shared/leads': ['shared/base'],
  'shared/schedule': ['shared/base', 'shared/modules'],
  'shared/badge': ['shared/base', 'shared/schema'],
  'shared/tools': ['shared/base', 'shared/schema', 'shared/query'],
  'shared/sdk': ['shared/base', 'shared/schema', 'shared/query', 'shared/modules', 'shared/sync', 'shared/live'],
  'shared/sdk/react': ['shared/sdk', 'shared/tools', 'shared/base'],

  'shared/lan': ['shared'],

  'kiosk/bridge': ['shared'],
  'kiosk/host': ['kiosk/bridge', onNode, 'shared'],
  'kiosk/main': ['kiosk/host', 'kiosk/bridge', onNode, 'shared'],
  'kiosk/scanner': ['shared'],
  'kiosk/store': ['shared'],
  'kiosk/station': ['kiosk/store', 'shared'],
  'kiosk/sync': ['kiosk/store', 'shared'],
  'kiosk/leads': ['kiosk/store', 'shared'],
  'kiosk/printing': ['kiosk/store', 'kiosk/bridge', 'shared'],
  'kiosk/venue': ['kiosk/station', 'kiosk/store', 'kiosk/bridge', 'shared'],
  'kiosk/preflight': ['kiosk/store', 'kiosk/scanner', 'kiosk/printing', 'kiosk/bridge', 'shared'],
  'kiosk/screens/words': [...shownOnScreens, 'shared'],
  'kiosk/screens/model': [...shownOnScreens, 'kiosk/screens/words', 'shared'],
  'kiosk/screens/parts': [...screenBasics, 'shared'],
  'kiosk/screens/preflight': [...shownOnScreens, ...screenBasics, 'shared'],
  'kiosk/screens/venue': [...shownOnScreens, ...screenBasics, 'shared'],
  'kiosk/screens/board': [...shownOnScreens, ...screenBasics, 'kiosk/screens/venue', 'shared'],
  'kiosk/screens/pairing': [...shownOnScreens, ...screenBasics, 'shared'],
  'kiosk/screens/settings': [
    ...shownOnScreens,
    ...screenBasics,
    'kiosk/screens/board',
    'kiosk/screens/preflight',
    'kiosk/screens/venue',
    'shared',
  ],
  'kiosk/screens/door': [...shownOnScreens, ...screenBasics, ...sharedScreens, 'kiosk/screens/pairing', 'shared'],
  'kiosk/screens/self-service': [...shownOnScreens, ...screenBasics, ...sharedScreens, 'shared'],
  'kiosk/screens/leads': [
    ...shownOnScreens,
    'kiosk/leads',
    ...screenBasics,
    ...sharedScreens,
    'kiosk/screens/pairing',
    'shared',
  ],
  'kiosk/screens': ['kiosk/station', 'kiosk/leads', 'kiosk/preflight', 'kiosk/printing', 'shared'],
  'kiosk/start/offline/wire': [],
  'kiosk/start/offline/worker': ['kiosk/start/offline/wire'],
  'kiosk/start/offline/build': ['kiosk/start/offline/wire'],
  'kiosk/start/offline': ['kiosk/preflight', 'shared'],
  'kiosk/start': ['kiosk', 'shared'],

  // From the top down: a room imports only what stands below it.
  'server/operations': ['server', 'shared'],
  'server/start': [
    // By its path: it is a process of its own.
    'server/streaming',
    'server/surfaces',
    'server/endpoints',
    'server/outbound',
    'server/http',
    'server/modules',
    'server/identity',
    'server/core',
    'server/store',
    'shared',
  ],
  // A process of its own: it shares code with the server, and no memory.
  'server/streaming': [
    'server/modules/events/streaming',
    'server/modules/events/payments/webhook-signature.ts',
    'server/modules/media/processing/recordings',
    'server/outbound',
    'server/http',
    'server/core',
    'shared',
  ],
  'server/web': ['shared'],
  // A box for the venue is a member of the mesh.
  'server/surfaces/box': [
    onNode,
    'server/http',
    'server/modules',
    'server/identity',
    'server/core',
    'server/store',
    'shared',
  ],
  'server/surfaces': ['server/http', 'server/modules', 'server/identity', 'server/core', 'server/store', 'shared'],
  'server/endpoints': ['server/http', 'server/identity', 'server/core', 'server/store', 'shared'],
  'server/outbound': ['server/modules', 'server/identity', 'server/core', 'server/store', 'shared'],
  'server/http': ['server/identity', 'server/core', 'server/store', 'shared'],
  'server/modules': ['server/identity', 'server/core', 'server/store', 'shared'],
  'server/identity': ['server/core', 'server/store', 'shared'],
  'server/core': ['server/store', 'shared'],
  'server/store': ['shared'],
};

/** What several modules of the catalogue share. */
const commonPart = 'common';

const rooms = Object.keys(mayImport).sort((a, b) => b.length - a.length);
const inside = (path: string, room: string) => path === room || path.startsWith(`${room}/`);
const roomOf = (path: string) => rooms.find((room) => inside(path, room));

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
      .filter((target) => /\.tsx?$/.test(target))
      .filter(
        (target) => !allowed.some((a) => inside(target, a)) || (inside(target, onNode) && !allowed.includes(onNode)),
      )
      .map((target) => `${file} imports ${target}`);
  });
  expect(broken).toEqual([]);
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
  expect(circles(new Map([...rooms].map(([room, targets]) => [room, [...targets]])))).toEqual([]);
});

test.each(['surfaces', 'endpoints', 'modules'])('no part of server/%s imports another part', (room) => {
  const part = (path: string) => new RegExp(`^server/${room}/([^/]+)/`).exec(path)?.[1];
  const broken = sources(`server/${room}`).flatMap((file) =>
    importsOf(file)
      .filter((target) => part(file) && part(target) && part(target) !== part(file) && part(target) !== commonPart)
      .map((target) => `${file} imports ${target}`),
  );
  expect(broken).toEqual([]);
});

test.each(['shared', 'kiosk', 'server'])('no circle of imports in %s, by value or by type', (wing) => {
  expect(circlesIn(wing)).toEqual([]);
});

test('the server has few rooms, few arrows between them and few floors', () => {
  const { rooms, arrows, floors } = countRooms('server');
  process.stdout.write(`server: ${rooms.length} rooms, ${arrows.length} arrows, ${floors} floors\n`);
  expect(rooms.length).toBeLessThanOrEqual(12);
  expect(arrows.length).toBeLessThanOrEqual(45);
  expect(floors).toBeLessThanOrEqual(8);
});

const everyWing = ['server', 'shared', 'kiosk', 'test'];

test('files are short: half of them have at most 80 lines, and 95 of a hundred at most 250', () => {
  for (const wings of [['server'], ['shared'], ['kiosk'], ['test'], everyWing]) {
    const { files, median, p95 } = linesOf(...wings);
    process.stdout.write(`${wings.join(' ')}: ${files} files, median ${median} lines, p95 ${p95}\n`);
  }
  const { median, p95 } = linesOf(...everyWing);
  expect(median).toBeLessThanOrEqual(80);
  expect(p95).toBeLessThanOrEqual(250);
});

test('shared knows no clock, no randomness, no I/O', () => {
  const forbidden = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bsetTimeout\(|\bfetch\(|\bprocess\.|\bfrom 'node:/;
  const pure = sources('shared').filter((file) => !inside(file, onNode));
  const broken = pure.filter((file) => forbidden.test(readFileSync(join(root, file), 'utf8')));
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
