/** The small parts of main that look after the machine: displays, power, log, autostart, start loops, updates. */
import { EventEmitter } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PowerMonitor, Screen } from 'electron';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { setAutostart, staffExitCode, systemdUnit } from '#kiosk/main/autostart.ts';
import { chooseDisplay, keepOnDisplay } from '#kiosk/main/displays.ts';
import { logConsole, openLogFile } from '#kiosk/main/log-file.ts';
import { watchPower } from '#kiosk/main/power.ts';
import { isStartLoop, noteStart } from '#kiosk/main/start-guard.ts';
import { decideUpdate, installWhenQuiet, type UpdateFacts } from '#kiosk/main/updates.ts';

const base = await mkdtemp(join(tmpdir(), 'machine-'));
afterAll(() => rm(base, { recursive: true }));

const staff = { id: 1, label: 'Staff', bounds: { x: 0, y: 0, width: 1_280, height: 800 } };
const guests = { id: 2, label: 'Guests', bounds: { x: 1_280, y: 0, width: 1_080, height: 1_920 } };

describe('displays', () => {
  test('by id, by name, and the primary one when that is gone', () => {
    expect(chooseDisplay([staff, guests], staff, '2')).toBe(guests);
    expect(chooseDisplay([staff, guests], staff, 'Guests')).toBe(guests);
    expect(chooseDisplay([staff], staff, 'Guests')).toBe(staff);
    expect(chooseDisplay([staff, guests], staff, null)).toBe(staff);
  });

  test('the window follows its display, and is left alone when nothing changed for it', () => {
    const moves: unknown[] = [];
    let bounds = staff.bounds;
    const window = {
      isDestroyed: () => false,
      getBounds: () => bounds,
      setKiosk: (on: boolean) => moves.push(on),
      setBounds: (next: typeof bounds) => {
        bounds = next;
        moves.push(next);
      },
    };
    let displays = [staff, guests];
    const screen = Object.assign(new EventEmitter(), {
      getAllDisplays: () => displays,
      getPrimaryDisplay: () => staff,
    });
    keepOnDisplay(screen as unknown as Screen, window, 'Guests');
    expect(moves).toEqual([false, guests.bounds, true]);
    screen.emit('display-metrics-changed');
    expect(moves).toHaveLength(3);
    displays = [staff];
    screen.emit('display-removed');
    expect(bounds).toBe(staff.bounds);
    const turned = { ...guests, bounds: { ...guests.bounds, width: 1_920, height: 1_080 } };
    displays = [staff, turned];
    screen.emit('display-added');
    expect(bounds).toBe(turned.bounds);
  });
});

test('power: the display stays on, a machine that woke looks after its printers, one that goes down ends its badges', () => {
  const monitor = new EventEmitter();
  const said: string[] = [];
  let started = 0;
  let isStarted = true;
  const blocker = { start: () => ++started, isStarted: () => isStarted };
  watchPower(blocker, monitor as unknown as PowerMonitor, {
    onAwake: () => said.push('awake'),
    onShutdown: () => said.push('down'),
  });
  expect(started).toBe(1);
  monitor.emit('suspend');
  monitor.emit('resume');
  expect(started).toBe(1);
  isStarted = false; // some systems drop it while they sleep
  monitor.emit('unlock-screen');
  expect(started).toBe(2);
  monitor.emit('shutdown');
  expect(said).toEqual(['awake', 'awake', 'down']);
});

describe('the log', () => {
  test('holds what was said last, in a bounded number of bounded files', async () => {
    const folder = join(base, 'logs');
    const write = openLogFile({ folder, now: () => 1_780_000_000_000, maxBytes: 300, files: 3 });
    for (let i = 0; i < 60; i += 1) write('log', `line ${i}`);
    const names = (await readdir(folder)).sort();
    expect(names).toEqual(['kiosk.1.log', 'kiosk.2.log', 'kiosk.log']);
    for (const name of names) expect((await stat(join(folder, name))).size).toBeLessThanOrEqual(300);
    expect((await stat(join(folder, 'kiosk.log'))).mode & 0o077).toBe(0);
    const text = (
      await Promise.all(['kiosk.2.log', 'kiosk.1.log', 'kiosk.log'].map((name) => readFile(join(folder, name), 'utf8')))
    ).join('');
    const numbers = [...text.matchAll(/line (\d+)/g)].map(([, n]) => Number(n));
    expect(numbers.at(-1)).toBe(59);
    expect(numbers).toEqual(numbers.map((_, i) => 60 - numbers.length + i));
    // A restart goes on where it was.
    openLogFile({ folder, now: () => 0, maxBytes: 100_000 })('error', 'after\nrestart');
    expect(await readFile(join(folder, 'kiosk.log'), 'utf8')).toContain('error after\n  restart\n');
  });

  test('a disk that refuses stops nothing, and the console still hears it', async () => {
    await writeFile(join(base, 'file'), '');
    const heard: unknown[] = [];
    const target = { log: (...said: unknown[]) => heard.push(said), warn: () => {}, error: () => {} };
    logConsole(target, openLogFile({ folder: join(base, 'file', 'logs'), now: () => 0 }));
    target.log('printed %d', 3);
    expect(heard).toEqual([['printed %d', 3]]);
  });
});

describe('autostart', () => {
  test('a unit that comes back unless staff left', () => {
    const unit = systemdUnit('/opt/Gate house/100%/kiosk');
    expect(unit).toContain('ExecStart="/opt/Gate house/100%%/kiosk"\nRestart=always');
    expect(unit).toContain(`RestartPreventExitStatus=${staffExitCode}`);
  });

  test('Linux: switched on it is linked where the session looks, switched off nothing is left; twice does no harm', async () => {
    const configFolder = join(base, 'config');
    const items: unknown[] = [];
    const app = { setLoginItemSettings: (settings: unknown) => items.push(settings) };
    const machine = { platform: 'linux', configFolder, program: '/opt/kiosk' } as const;
    await setAutostart(app, machine, true);
    await setAutostart(app, machine, true);
    const units = join(configFolder, 'systemd', 'user');
    const wanted = join(units, 'graphical-session.target.wants');
    expect(await readlink(join(wanted, 'gatehouse-kiosk.service'))).toBe('../gatehouse-kiosk.service');
    expect(await readFile(join(wanted, 'gatehouse-kiosk.service'), 'utf8')).toBe(systemdUnit('/opt/kiosk'));
    await setAutostart(app, machine, false);
    await setAutostart(app, machine, false);
    expect(await readdir(wanted)).toEqual([]);
    expect(items).toEqual([]);
    await setAutostart(app, { ...machine, platform: 'win32' }, true);
    expect(items).toEqual([{ openAtLogin: true }]);
  });
});

describe('start loops', () => {
  test('five starts within two minutes are one too many, and a torn file is no reason to stop', async () => {
    const path = join(base, 'starts.json');
    const loops: boolean[] = [];
    for (const at of [0, 10_000, 20_000, 30_000, 40_000, 200_000]) loops.push(await noteStart(path, at));
    expect(loops).toEqual([false, false, false, false, true, false]);
    await writeFile(path, '[1, "x"');
    expect(await noteStart(path, 5)).toBe(false);
    expect(await noteStart(join(base, 'nowhere', 'starts.json'), 5)).toBe(false);
  });

  test('a clock that was set back makes no loop', () => {
    expect(isStartLoop([900, 901, 902, 903, 10], 10)).toBe(false);
  });
});

describe('updates', () => {
  const quiet: UpdateFacts = {
    minuteOfDay: 3 * 60,
    allowedFrom: 2 * 60,
    allowedUntil: 5 * 60,
    queuedJobs: 0,
    unsentScans: 0,
    idleMs: 3_600_000,
    upMs: 3_600_000,
  };

  test('only when all is quiet', () => {
    expect(decideUpdate(quiet)).toBe('install');
    expect(decideUpdate({ ...quiet, minuteOfDay: 12 * 60 })).toBe('outside_hours');
    expect(decideUpdate({ ...quiet, queuedJobs: 1 })).toBe('badges_waiting');
    expect(decideUpdate({ ...quiet, unsentScans: 2 })).toBe('scans_unsent');
    expect(decideUpdate({ ...quiet, unsentScans: null })).toBe('scans_unsent');
    expect(decideUpdate({ ...quiet, idleMs: 60_000 })).toBe('in_use');
    expect(decideUpdate({ ...quiet, upMs: 60_000 })).toBe('just_started');
  });

  test('hours over midnight are the others of the day', () => {
    fc.assert(
      fc.property(fc.nat(1_439), fc.nat(1_439), fc.nat(1_439), (minuteOfDay, from, until) => {
        fc.pre(from !== until);
        const one = decideUpdate({ ...quiet, minuteOfDay, allowedFrom: from, allowedUntil: until });
        const other = decideUpdate({ ...quiet, minuteOfDay, allowedFrom: until, allowedUntil: from });
        expect([one, other].sort()).toEqual(['install', 'outside_hours']);
      }),
    );
  });

  test('badges end before the new version starts; without one nothing is decided', async () => {
    const steps: string[] = [];
    const updater = { ready: async () => '1.2.0' as string | null, install: async () => void steps.push('install') };
    const stop = async (): Promise<void> => void steps.push('stop printers');
    expect(await installWhenQuiet(updater, () => ({ ...quiet, queuedJobs: 1 }), stop)).toBe('badges_waiting');
    expect(await installWhenQuiet({ ...updater, ready: async () => null }, () => quiet, stop)).toBeNull();
    expect(steps).toEqual([]);
    expect(await installWhenQuiet(updater, () => quiet, stop)).toBe('install');
    expect(steps).toEqual(['stop printers', 'install']);
  });
});
