/**
 * Checks the devices: printer, paper, camera, sound, power; and the browser's languages. The checks of scanning and
 * printing need people: they are in await-scan.ts and open-preflight.ts.
 */
import type { PrinterStatus } from '#kiosk/bridge/host-api.ts';
import { secondMs } from '#shared/base/time.ts';
import { type Check, type CheckResult, found } from './check.ts';
import type { PreflightPorts } from './ports.ts';

type DevicePorts = Pick<
  PreflightPorts,
  'printing' | 'hostReachable' | 'camera' | 'sound' | 'soundWanted' | 'power' | 'after' | 'incompleteLanguages'
>;

/** A camera takes a moment to open and to adjust to the light. */
const cameraWaitMs = 5 * secondMs;
const hostWaitMs = 5 * secondMs;
const lookEveryMs = 200;
/** A lens cap, or a hand: almost no light, and everywhere the same. */
const darkBelow = 14;
const flatBelow = 6;
const batteryLow = 0.95;

export function deviceChecks(ports: DevicePorts): readonly Check[] {
  return [
    {
      id: 'printer',
      timeoutMs: hostWaitMs + secondMs,
      run: async () => {
        await hostHasSpoken(ports);
        return checkPrinter(ports);
      },
    },
    {
      id: 'paper',
      timeoutMs: hostWaitMs + secondMs,
      run: async () => {
        await hostHasSpoken(ports);
        return checkPaper(ports);
      },
    },
    { id: 'camera', timeoutMs: 8 * secondMs, run: (signal) => checkCamera(ports, signal) },
    {
      id: 'sound',
      timeoutMs: 3 * secondMs,
      run: async () => {
        if (!ports.soundWanted()) return found('sound', 'off');
        const state = await ports.sound();
        return found('sound', state === 'running' ? 'ok' : state);
      },
    },
    {
      id: 'power',
      timeoutMs: 3 * secondMs,
      run: async () => {
        const { staysAwake, batteryLevel } = await ports.power();
        if (batteryLevel !== null && batteryLevel < batteryLow)
          return found('power', 'on_battery', { percent: Math.round(batteryLevel * 100) });
        return found('power', staysAwake ? 'ok' : 'may_sleep');
      },
    },
    {
      id: 'languages',
      timeoutMs: secondMs,
      run: async () => {
        const lacking = ports.incompleteLanguages();
        return found('languages', lacking.length === 0 ? 'ok' : 'incomplete', { languages: lacking.join(', ') });
      },
    },
  ];
}

/** A page that was just opened does not know its printers yet. */
async function hostHasSpoken(ports: DevicePorts): Promise<void> {
  const silent = (): boolean => !ports.hostReachable() || ports.printing.state().printers.length === 0;
  for (let waitedMs = 0; silent() && waitedMs < hostWaitMs; waitedMs += lookEveryMs)
    await new Promise<void>((next) => ports.after(lookEveryMs, next));
}

/** The chosen printer, else the first; it may be a pool. */
function chosenPrinter(ports: Pick<DevicePorts, 'printing'>): PrinterStatus | null {
  const { printers, chosenPrinterId } = ports.printing.state();
  return printers.find(({ id }) => id === chosenPrinterId) ?? printers[0] ?? null;
}

function checkPrinter(ports: DevicePorts): CheckResult {
  const printer = chosenPrinter(ports);
  if (!ports.hostReachable()) return found('printer', 'host_lost');
  if (printer === null) return found('printer', 'none');
  const facts = { printer: printer.name, waiting: ports.printing.state().waiting };
  if (printer.state === 'error') {
    return found('printer', 'trouble', { ...facts, reason: printer.reason ?? 'printer_error' });
  }
  return found('printer', printer.state === 'busy' ? 'busy' : 'ok', facts);
}

/** Whether a printer of this kind reports its paper. */
const tellsPaper: Readonly<Record<PrinterStatus['kind'], 'yes' | 'no' | 'has_none'>> = {
  'escpos-tcp': 'yes',
  'zpl-tcp': 'yes',
  'brother-ql-tcp': 'yes',
  cups: 'yes',
  system: 'no',
  pdf: 'has_none',
  file: 'has_none',
  pool: 'yes',
};

function checkPaper(ports: DevicePorts): CheckResult {
  const chosen = chosenPrinter(ports);
  if (chosen === null || !ports.hostReachable()) return found('paper', 'unknown');
  const { printers } = ports.printing.state();
  const members = printers.filter(({ id }) => chosen.members?.includes(id));
  const rolls = members.length > 0 ? members : [chosen];
  const out = rolls.find(({ reason }) => reason === 'paper_out');
  if (out !== undefined) return found('paper', 'out', { printer: out.name });
  const low = rolls.find(({ paperLow }) => paperLow);
  if (low !== undefined) return found('paper', 'low', { printer: low.name });
  // A printer that does not answer says nothing about its paper.
  if (rolls.some(({ state }) => state === 'error' || state === 'none')) return found('paper', 'unknown');
  if (rolls.every(({ kind }) => tellsPaper[kind] === 'has_none')) return found('paper', 'not_needed');
  const silent = rolls.find(({ kind }) => tellsPaper[kind] === 'no');
  if (silent !== undefined) return found('paper', 'look', { printer: silent.name });
  return found('paper', 'ok', { printer: chosen.name });
}

async function checkCamera(ports: DevicePorts, signal: AbortSignal): Promise<CheckResult> {
  const { camera } = ports;
  if (!camera.wanted()) return found('camera', 'off');
  let waitedMs = 0;
  while (!signal.aborted) {
    const { kind, label = '' } = camera.state();
    if (kind === 'denied') return found('camera', 'denied');
    if (kind === 'no-camera') return found('camera', 'missing');
    if (kind === 'in-use' || kind === 'failed') return found('camera', 'trouble', { state: kind });
    const light = kind === 'running' ? camera.brightness() : null;
    const seen = light !== null && (light.mean >= darkBelow || light.spread >= flatBelow);
    if (seen) return found('camera', 'ok', { camera: label, brightness: Math.round(light.mean) });
    if (waitedMs >= cameraWaitMs) {
      return light === null ? found('camera', 'trouble', { state: kind }) : found('camera', 'dark', { camera: label });
    }
    await new Promise<void>((next) => ports.after(lookEveryMs, next));
    waitedMs += lookEveryMs;
  }
  return found('camera', 'trouble', { state: camera.state().kind });
}
