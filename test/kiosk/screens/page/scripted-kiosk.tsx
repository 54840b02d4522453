/**
 * The real page over a scripted kiosk: station, printing and camera do what the test says through
 * `window.scripted`. Wedge and typed source are the real ones. Built and served by ../open-page.ts.
 */
import { createRoot } from 'react-dom/client';
import type { HostInfo } from '#kiosk/bridge/host-api.ts';
import type { Printing, PrintingState, TestPrintAnswer } from '#kiosk/printing/printing.ts';
import { renderBadge } from '#kiosk/printing/render-badge.ts';
import { type CameraState, cameraState } from '#kiosk/scanner/camera/camera-state.ts';
import type { Camera } from '#kiosk/scanner/camera/camera-switch.ts';
import { createScanner } from '#kiosk/scanner/scanner.ts';
import { createTyped } from '#kiosk/scanner/typed.ts';
import { createWedge } from '#kiosk/scanner/wedge/wedge.ts';
import { KioskPage } from '#kiosk/screens/kiosk-page.tsx';
import type { KioskPhase, PageModel } from '#kiosk/screens/kiosk-phase.ts';
import type { PairAnswer } from '#kiosk/screens/model/kiosk-model.ts';
import { defaultPreferences, type Preferences } from '#kiosk/screens/model/preferences.ts';
import { createSounds } from '#kiosk/screens/model/sounds.ts';
import { openScreens } from '#kiosk/start/open-screens.ts';
import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import type { BoardPicture } from '#kiosk/station/board.ts';
import type { WalkInChoice } from '#kiosk/station/staff-act-results.ts';
import type { FoundPerson, Station, StationState } from '#kiosk/station/station.ts';
import { noVenue, noVenueState, type VenueState } from '#kiosk/station/venue.ts';
import { defaultLayout } from '#shared/badge/default-layout.ts';
import { createObservable } from '#shared/base/observable.ts';
import { openLeadsLab } from '#test/fixtures/leads-lab.ts';
import type { DoorScript, Scripted } from '../scripted.ts';
import { scriptedPreflight } from './scripted-preflight.ts';

function observed<T>(first: T) {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next: T) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

const live: StationState = {
  eventName: 'Baltic Makers Conference 2026',
  timezone: null,
  gateName: 'North entrance',
  kioskName: 'Kiosk 3',
  role: 'gate',
  ready: true,
  sync: { phase: 'live', since: '2026-05-12T08:00:00.000Z' },
  leaseExpired: false,
  online: true,
  direction: 'entry',
  canTurn: false,
  rooms: [],
  dataAsOf: '2026-05-12T09:30:00.000Z',
  pending: 0,
  parked: [],
  registrations: 3120,
  checkedIn: 1284,
  conflicts: [],
  storage: { persistent: true, usedBytes: 84e6, quotaBytes: 64e9 },
  networkCut: false,
  demo: true,
};

const ready: PrintingState = {
  layout: 'built-in',
  printer: 'ready',
  message: null,
  printers: [
    {
      id: 'desk',
      name: 'Desk printer',
      kind: 'escpos-tcp',
      dpi: 203,
      widthDots: 576,
      state: 'ready',
      paperLow: false,
      queued: 0,
    },
    {
      id: 'spare',
      name: 'Spare printer',
      kind: 'escpos-tcp',
      dpi: 203,
      widthDots: 576,
      state: 'ready',
      paperLow: false,
      queued: 0,
    },
  ],
  chosenPrinterId: 'desk',
  waiting: 0,
  unconfirmed: [],
  held: 0,
  asking: [],
  failed: [],
  recent: [],
};

const calls: unknown[][] = [];
const preflight = scriptedPreflight(calls);
const station = observed<StationState>(live);
const printing = observed<PrintingState>(ready);
const board = observed<BoardPicture>({ board: null, online: false, asking: false, lists: [], reports: [] });
const venue = observed<VenueState>(noVenueState);
let sayCode: Parameters<Station['venue']['awaitCode']>[0] = () => {};
const camera = observed<CameraState>(cameraState('off'));
const preferences = observed<Preferences>({
  ...defaultPreferences,
  resultSeconds: 0,
  sound: false,
  camera: false,
  preflightSeen: true,
});
const answers: AdmitResult[] = [];
const noChoices: readonly WalkInChoice[] = [];
let door: DoorScript = {};
let overrideHeld: Promise<void> | null = null;
let releaseOverride = (): void => {};
let pairAnswer: PairAnswer | Error = { ok: true };
let stationBroken = false;
let testAnswer: TestPrintAnswer = { ok: true, printerName: 'Desk printer' };

const found = (n: number, person: Partial<FoundPerson> & { readonly name: string }): FoundPerson => ({
  registrationId: `018f3a52-0000-7000-8000-00000000000${n}`,
  company: null,
  role: null,
  ticketTypeName: 'Attendee',
  email: null,
  ticketNumber: `7ZK3Q0000000000000000${n}`,
  checkedInAt: null,
  matched: { name: [[0, 2]] },
  ...person,
});
const people: readonly FoundPerson[] = [
  found(1, {
    name: 'Ada Lovelace',
    company: 'Analytical Engines',
    role: 'Mathematician',
    email: 'ada@engines.example',
    matched: { name: [[0, 3]], email: [[0, 3]] },
  }),
  found(2, { name: 'Adam Berg', company: 'Nordwind', checkedInAt: '2026-05-12T08:47:12.000Z' }),
  found(3, { name: 'Adaeze Okafor-Wiśniewska', matched: { name: [[0, 3]], ticketNumber: [[0, 4]] } }),
];

function nextAnswer(): AdmitResult {
  const answer = answers.shift();
  if (answer === undefined) throw new Error('the script has no answer left');
  return answer;
}

const stationFace: Station = {
  venue: {
    ...noVenue,
    state: venue.get,
    subscribe: venue.subscribe,
    awaitCode: (onAnswer) => {
      sayCode = onAnswer;
      return () => {};
    },
  },
  board: {
    state: board.get,
    subscribe: board.subscribe,
    watch: () => {
      calls.push(['board.watch']);
      return () => {
        calls.push(['board.unwatch']);
      };
    },
    acknowledgeReport: async (reportId) => {
      calls.push(['acknowledgeReport', reportId]);
      return board.get().online;
    },
  },
  state: () => {
    if (stationBroken) throw new Error('scripted fault while drawing');
    return station.get();
  },
  subscribe: station.subscribe,
  admit: async (scan) => {
    calls.push(['admit', scan]);
    return nextAnswer();
  },
  search: (text) => ({
    people: text.trim() === '' ? [] : people.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())),
    more: false,
    complete: true,
  }),
  admitRegistration: async (registrationId) => {
    calls.push(['admitRegistration', registrationId]);
    return nextAnswer();
  },
  setNetworkCut: (networkCut) => {
    calls.push(['setNetworkCut', networkCut]);
    station.set({ ...station.get(), networkCut });
  },
  acknowledgeConflict: async (id) => {
    calls.push(['acknowledgeConflict', id]);
    station.set({ ...station.get(), conflicts: station.get().conflicts.filter((conflict) => conflict.id !== id) });
  },
  setDirection: async (direction) => {
    calls.push(['setDirection', direction]);
    station.set({ ...station.get(), direction });
  },
  answer: async (scanId, given) => {
    calls.push(['answer', scanId, given]);
    return door.answer ?? nextAnswer();
  },
  supervisors: () => door.supervisors ?? [{ id: '018f3a52-0000-7000-8000-0000000000b1', name: 'Sam Supervisor' }],
  unlock: async (pin) => {
    calls.push(['unlock', pin]);
    return pin === '471100' ? { kind: 'right' } : { kind: 'wrong_pin', attemptsLeft: 4 };
  },
  override: async (scanId, by) => {
    calls.push(['override', scanId, by]);
    await overrideHeld;
    return door.override ?? nextAnswer();
  },
  recent: async () => door.recent ?? [],
  undo: async (scanId, reason) => {
    calls.push(['undo', scanId, reason]);
    return door.undo ?? { kind: 'undone', scanId };
  },
  walkInChoices: () => door.walkInChoices ?? noChoices,
  walkIn: async (entry, given) => {
    calls.push(['walkIn', entry, given]);
    return door.walkIn ?? nextAnswer();
  },
  party: () => door.party ?? null,
  admitParty: async (holderScanId, registrationIds) => {
    calls.push(['admitParty', holderScanId, registrationIds]);
    return { results: registrationIds.map(nextAnswer) };
  },
  close: async () => {},
};

const noted =
  (name: string) =>
  async (...args: unknown[]): Promise<void> => {
    calls.push([name, ...args]);
  };

/** The badge of the person whom outcomes.ts admits, drawn as printers get it. */
const annasBadge = {
  name: 'Anna Kowalska',
  company: 'Nordwind Robotics',
  role: 'Head of Operations',
  ticketTypeName: 'Speaker',
  ticketType: null,
  answers: {},
  eventName: 'Baltic Makers Conference 2026',
  timezone: null,
  badgeCode: 'GB1:SCRIPTED',
};

const printingFace: Printing = {
  state: printing.get,
  subscribe: printing.subscribe,
  choosePrinter: (id) => {
    calls.push(['choosePrinter', id]);
    printing.set({ ...printing.get(), chosenPrinterId: id });
  },
  testPrint: async (words) => {
    calls.push(['testPrint', words]);
    return testAnswer;
  },
  preview: async (registrationId) => {
    calls.push(['preview', registrationId]);
    return renderBadge(annasBadge, { dpi: 300, widthDots: 5_000 }, defaultLayout);
  },
  confirm: (registrationId) => {
    calls.push(['confirm', registrationId]);
  },
  decline: noted('decline'),
  cameOut: noted('cameOut'),
  printAgain: noted('printAgain'),
  releaseHeld: noted('releaseHeld'),
  discardHeld: noted('discardHeld'),
  discard: noted('discard'),
  close: () => {},
};

const video = document.createElement('video');
video.muted = true;
const cameraFace: Camera = {
  state: camera.get,
  wanted: () => preferences.get().camera,
  picture: () => video,
  devices: () => [
    { id: 'front', label: 'Front camera' },
    { id: 'back', label: 'Back camera' },
  ],
  subscribe: camera.subscribe,
  turnOn: (deviceId) => {
    calls.push(['turnOn', deviceId]);
    // A canvas stands in for the lens: the preview shows a real stream.
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 320;
    const context = canvas.getContext('2d');
    if (context !== null) {
      context.fillStyle = '#5b6a7d';
      context.fillRect(0, 0, 320, 320);
    }
    video.srcObject = canvas.captureStream(1);
    camera.set(cameraState('running'));
  },
  turnOff: () => {
    calls.push(['turnOff']);
    camera.set(cameraState('off'));
  },
};

const typed = createTyped();
const sounds = createSounds();
const preferenceStore = {
  ...preferences,
  set: (change: Partial<Preferences>) => preferences.set({ ...preferences.get(), ...change }),
};
// The real wiring; a station that throws while the page draws still takes scans.
const { leads } = await openLeadsLab();
const scansTo = { station: { ...stationFace, state: station.get }, printing: printingFace, preflight, leads };
const devices = { scanner: createScanner([createWedge(), typed]), preferences: preferenceStore, sounds };
const open = {
  kind: 'open',
  station: stationFace,
  printing: printingFace,
  preflight,
  leads,
  ...openScreens(devices, scansTo),
} as const;
const phase = observed<KioskPhase>(open);
const hostInfo = observed<HostInfo | null>({ kind: 'web', version: '0.1.0', keyStore: 'plain' });
const pairingPreview = {
  event: 'Harbour Summit',
  gate: 'Main entrance',
  role: 'gate',
  expiresAt: '2026-05-12T09:40:00.000Z',
  demo: false,
} as const;
const model: PageModel = {
  phase,
  previewPairing: async (request) => {
    calls.push(['previewPairing', request]);
    if (pairAnswer instanceof Error) throw pairAnswer;
    // A code that ends in X is of an exhibitor's device.
    const isExhibitor = request.pairingCode.endsWith('X');
    const device = isExhibitor ? ({ gate: 'Nordlicht GmbH', role: 'exhibitor' } as const) : {};
    return { ok: true, preview: { ...pairingPreview, ...device } };
  },
  pair: async (request) => {
    calls.push(['pair', request]);
    if (pairAnswer instanceof Error) throw pairAnswer;
    return pairAnswer;
  },
  pairAgain: () => {
    calls.push(['pairAgain']);
  },
  typed,
  sounds,
  camera: cameraFace,
  preferences: preferenceStore,
  softwareVersion: '0.1.0',
  handOver: { waiting: createObservable(0), files: async () => [] },
  hostInfo,
  setHostAddress: (address) => {
    calls.push(['setHostAddress', address]);
  },
  quit: async (pin) => {
    calls.push(['quit', pin]);
    return pin === '4711' ? 'quitting' : 'wrong_pin';
  },
  nowMs: () => Date.parse('2026-05-12T09:30:20.000Z'),
  reload: () => {
    calls.push(['reload']);
  },
};

const scripted: Scripted = {
  station: (change) => station.set({ ...station.get(), ...change }),
  testPrint: (answer) => {
    testAnswer = answer;
  },
  printing: (change) => printing.set({ ...printing.get(), ...change }),
  board: board.set,
  venue: (change) => venue.set({ ...venue.get(), ...change }),
  peerCode: (answer) => sayCode(answer),
  prefer: (change) => model.preferences.set(change),
  camera: (kind) => (kind === 'running' ? cameraFace.turnOn(null) : camera.set(cameraState(kind))),
  preflight: preflight.script,
  holdOverride: () => {
    overrideHeld = new Promise((release) => {
      releaseOverride = release;
    });
  },
  releaseOverride: () => releaseOverride(),
  door: (script) => {
    door = { ...door, ...script };
    station.set({ ...station.get() });
  },
  phase: (next) => phase.set(next.kind === 'open' ? open : next),
  answer: (...results) => {
    answers.push(...results);
  },
  pairAnswer: (answer) => {
    pairAnswer = answer;
  },
  host: (info) => hostInfo.set(info),
  scan: (text) => {
    typed.submit(text);
  },
  breakStation: () => {
    stationBroken = true;
    station.set({ ...station.get() });
  },
  calls: () => calls,
};
window.scripted = scripted;

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<KioskPage model={model} />);
