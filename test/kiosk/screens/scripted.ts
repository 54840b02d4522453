/** The calls of a test to the scripted kiosk, from outside the browser: everything crosses as JSON. */

import type { HostInfo } from '#kiosk/bridge/host-api.ts';
import type { CheckId } from '#kiosk/preflight/check.ts';
import type { PrintingState, TestPrintAnswer } from '#kiosk/printing/printing.ts';
import type { CameraStateKind } from '#kiosk/scanner/camera/camera-state.ts';
import type { KioskPhase } from '#kiosk/screens/kiosk-phase.ts';
import type { PairAnswer } from '#kiosk/screens/model/kiosk-model.ts';
import type { Preferences } from '#kiosk/screens/model/preferences.ts';
import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import type { BoardPicture } from '#kiosk/station/board.ts';
import type {
  NotDone,
  OverrideResult,
  Party,
  RecentScan,
  Supervisor,
  UndoResult,
  WalkInChoice,
  WalkInResult,
} from '#kiosk/station/staff-act-results.ts';
import type { StationState } from '#kiosk/station/station.ts';
import type { CodeAnswer, VenueState } from '#kiosk/station/venue.ts';

export type ScriptedPhase = Exclude<KioskPhase, { kind: 'open' }> | { readonly kind: 'open' };

export interface PreflightScript {
  readonly running?: boolean;
  /** While it runs: which checks have their result; absent: all. */
  readonly done?: readonly CheckId[];
  /** Absent ones are good. */
  readonly findings?: Readonly<Partial<Record<CheckId, string>>>;
  readonly awaitsScan?: boolean;
}

/** What the station answers when staff do more than scan; absent: the next of `answer`, or nothing is there. */
export interface DoorScript {
  readonly supervisors?: readonly Supervisor[];
  readonly override?: OverrideResult | undefined;
  readonly answer?: AdmitResult | NotDone<'unknown_scan' | 'bad_answers'> | undefined;
  readonly recent?: readonly RecentScan[];
  readonly undo?: UndoResult | undefined;
  readonly walkInChoices?: readonly WalkInChoice[];
  readonly walkIn?: WalkInResult | undefined;
  readonly party?: Party | null;
}

export interface Scripted {
  station(change: Partial<StationState>): void;
  printing(change: Partial<PrintingState>): void;
  /** What comes of the next test badges. */
  testPrint(answer: TestPrintAnswer): void;
  board(picture: BoardPicture): void;
  venue(change: Partial<VenueState>): void;
  /** What came of a code held before the scanner while the settings wait for another kiosk's. */
  peerCode(answer: CodeAnswer): void;
  prefer(change: Partial<Preferences>): void;
  camera(kind: CameraStateKind): void;
  preflight(script: PreflightScript): void;
  door(script: DoorScript): void;
  /** Overrides are asked and not answered until released. */
  holdOverride(): void;
  releaseOverride(): void;
  phase(next: ScriptedPhase): void;
  /** What the next scans come to, in their order. */
  answer(...results: AdmitResult[]): void;
  /** @param answer an error: pairing and its preview fail so */
  pairAnswer(answer: PairAnswer | Error): void;
  host(info: HostInfo | null): void;
  /** As if it were typed and submitted. */
  scan(text: string): void;
  /** The station throws while the page draws. */
  breakStation(): void;
  calls(): unknown[][];
}

declare global {
  interface Window {
    scripted: Scripted;
  }
}
