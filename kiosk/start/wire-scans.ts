/**
 * The way of a scan through the kiosk page: scanner → station → screen. Runs the scanner while the station can answer;
 * each scan is admitted by the station (station/admit.ts), and its result is shown by the screen of the kiosk's role. At an
 * exhibitor's device a scan goes to the leads (kiosk/leads/open-leads.ts) and never to the station.
 */
import type { Preflight } from '#kiosk/preflight/preflight.ts';
import type { ScanText } from '#kiosk/scanner/scan-text.ts';
import type { Scanner } from '#kiosk/scanner/scanner.ts';
import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import type { Station, StationState } from '#kiosk/station/station.ts';

export interface ScanScreen {
  /** @returns where the scan's result goes; null: the screen takes no scan now */
  take(scan: ScanText): ((result: AdmitResult) => void) | null;
  /** The kiosk has another role now: nothing of a visit is left. */
  reset(): void;
}

export interface WireScansParts {
  readonly scanner: Scanner;
  readonly station: Pick<Station, 'admit' | 'state' | 'subscribe' | 'venue'>;
  /** Takes the scans of its test code for itself. */
  readonly preflight: Pick<Preflight, 'offerScan'>;
  readonly door: ScanScreen;
  readonly selfService: ScanScreen;
  /** Takes the scans of an exhibitor's device. */
  readonly leads: { scan(scan: ScanText): void; reset(): void };
}

/** @returns the function that stops the scanner for good */
export function wireScans({ scanner, station, preflight, door, selfService, leads }: WireScansParts): () => void {
  let isScanning = false;
  let { role } = station.state();

  /** Offers a scan to the panels that wait for a code. The code may have been before the camera when they were opened. */
  const isAwaited = (scan: ScanText): boolean =>
    preflight.offerScan(scan) ||
    station.venue.offerCode(scan.candidates) ||
    (scan.candidates[0] === noTicket && isRefused(scan));

  /** The last code that the station called no ticket: a panel may begin to wait while it is still held there. */
  let noTicket: string | undefined;
  const isRefused = ({ candidates: [text] }: ScanText): boolean => text !== undefined && station.venue.refuseCode(text);

  /** A ticket's result is shown even over an open panel. A text that is no ticket is answered in a panel that awaits a code. */
  function answer(scan: ScanText, result: AdmitResult, present: (result: AdmitResult) => void): void {
    const isNoTicket = result.kind === 'decided' && result.outcome.verdict.code === 'code_malformed';
    noTicket = isNoTicket ? scan.candidates[0] : undefined;
    if (!isNoTicket || !isRefused(scan)) present(result);
  }

  function onScan(scan: ScanText): void {
    if (isAwaited(scan)) return;
    if (role === 'exhibitor') {
      leads.scan(scan);
      return;
    }
    const present = (role === 'self-service' ? selfService : door).take(scan);
    if (present !== null) void admitted(scan).then((result) => answer(scan, result, present));
  }

  async function admitted({ source, candidates }: ScanText): Promise<AdmitResult> {
    try {
      return await station.admit({ source, candidates });
    } catch (error) {
      console.error('admit failed:', error);
      return { kind: 'not_recorded', reason: 'storage_failed', message: String(error) };
    }
  }

  function run(wanted: boolean): void {
    if (wanted === isScanning) return;
    isScanning = wanted;
    if (!wanted) {
      scanner.stop();
      return;
    }
    Promise.resolve(scanner.start(onScan, isAwaited)).catch((error: unknown) =>
      console.error('a scan source failed:', error),
    );
  }

  function follow(): void {
    const state = station.state();
    if (state.role !== role) {
      role = state.role;
      run(false);
      door.reset();
      selfService.reset();
      leads.reset();
    }
    run(takesScans(state));
  }

  const endSubscription = station.subscribe(follow);
  follow();
  return () => {
    endSubscription();
    run(false);
  };
}

/** Staff see a lapsed lease as a verdict; guests see a closed kiosk. */
function takesScans({ ready, sync, role, leaseExpired }: StationState): boolean {
  return ready && sync.phase !== 'locked' && !(role === 'self-service' && leaseExpired);
}
