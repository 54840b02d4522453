/** A paired kiosk: the bar that is always there, the surface that changes, the field that is always reachable. */
import { type ReactElement, useCallback, useEffect, useMemo, useState } from 'react';
import type { Preflight } from '#kiosk/preflight/preflight.ts';
import type { Printing } from '#kiosk/printing/printing.ts';
import type { ScanText } from '#kiosk/scanner/scan-text.ts';
import type { AdmitResult, Station } from '#kiosk/station/station.ts';
import { BehindPanel } from './behind-panel.tsx';
import { hasBoard } from './board/open-board.tsx';
import { DirectionBand, mayTurn, otherWay } from './direction-band.tsx';
import { DoorPanel } from './door-panel.tsx';
import { EntryBar } from './entry-bar.tsx';
import type { KioskModel } from './kiosk-model.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { LockedScreen } from './locked-screen.tsx';
import type { OpenPanel, UndoTarget } from './open-panel.ts';
import { PreflightStage } from './preflight/preflight-stage.tsx';
import { ReadyScreen } from './ready-screen.tsx';
import { soundOf } from './result-kind.ts';
import { type Shortcuts, useShortcuts } from './shortcut-keys.ts';
import type { Sounds } from './sounds.ts';
import { StatusBar } from './status-bar.tsx';
import { useAdmission } from './use-admission.ts';
import { useNow, useObserved, useStateOf } from './use-observed.ts';
import { actionsFor } from './verdict-actions.ts';
import { VerdictSurface } from './verdict-surface.tsx';
import { viewVerdict } from './verdict-view.ts';
import { emptyWalkIn } from './walk-in-draft.ts';
import { useWords } from './words/use-words.tsx';

export interface OpenKioskProps {
  readonly model: KioskModel;
  readonly station: Station;
  readonly printing: Printing;
  readonly preflight: Preflight;
  readonly sounds: Sounds;
}

const clockEveryMs = 1_000;

export function OpenKiosk({ model, station, printing, preflight, sounds }: OpenKioskProps): ReactElement {
  const words = useWords();
  const state = useStateOf(station);
  const badges = useStateOf(printing);
  const preferences = useObserved(model.preferences);
  const nowMs = useNow(model, clockEveryMs);
  const [panel, setPanel] = useState<OpenPanel | null>(null);
  const [walkIn, setWalkIn] = useState(emptyWalkIn);
  const [notice, setNotice] = useState<string | null>(null);
  const closePanel = useCallback(() => setPanel(null), []);
  const locked = state.sync.phase === 'locked' ? state.sync : null;
  const scanning = state.ready && locked === null;
  const isStaffed = state.role === 'gate';

  /** Once, when the list has come for the first time; whoever scans is at work already. */
  const leavePreflight = useCallback(() => model.preferences.set({ preflightSeen: true }), [model]);

  const hear = useCallback(
    (result: AdmitResult) => {
      const { sound, volume } = model.preferences.get();
      if (sound) sounds.play(soundOf(result), volume);
    },
    [model, sounds],
  );
  const onShown = useCallback(
    (result: AdmitResult) => {
      // The door comes first: whatever panel is open gives way to the answer, and to the questions it brings.
      setPanel(questionsOf(result, station.state().role === 'gate'));
      setNotice(null);
      leavePreflight();
      hear(result);
    },
    [station, leavePreflight, hear],
  );
  const onOvertaken = useCallback(
    (result: AdmitResult) => {
      const view = viewVerdict(result, { role: state.role, words, nowMs: model.nowMs() });
      setNotice([view.person?.name, view.title].filter((part) => part !== undefined).join(': '));
    },
    [model, state.role, words],
  );
  const admission = useAdmission(station, {
    resultSeconds: preferences.resultSeconds,
    hold: panel !== null,
    onShown,
    onOvertaken,
  });
  const { shown, admit, dismiss } = admission;

  useEffect(() => {
    if (!scanning) return;
    const onScan = (scan: ScanText): void => {
      if (!preflight.offerScan(scan)) admit(scan);
    };
    Promise.resolve(model.scanner.start(onScan)).catch((error: unknown) =>
      console.error('a scan source failed:', error),
    );
    return () => model.scanner.stop();
  }, [model, scanning, admit, preflight]);

  useEffect(() => {
    if (shown === null || panel !== null) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') dismiss();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [shown, panel, dismiss]);

  const onUndone = useCallback(
    (target: UndoTarget, from: 'verdict' | 'recent') => {
      dismiss();
      setNotice(words.undo.done(target.name));
      setPanel(from === 'recent' ? { name: 'recent' } : null);
    },
    [dismiss, words],
  );

  // Ages in the facts are those of the moment of the scan: a verdict does not change while it stands.
  const view = useMemo(() => {
    if (shown === null || locked !== null) return null;
    const { result, overruling } = shown;
    return viewVerdict(result, { role: state.role, words, nowMs: model.nowMs(), overruling });
  }, [shown, locked, state.role, words, model]);
  const actions = useMemo(() => {
    if (shown === null || locked !== null) return [];
    return actionsFor(shown.result, { role: state.role, words, nowMs: model.nowMs(), open: setPanel });
  }, [shown, locked, state.role, words, model]);

  const hasWalkIns = isStaffed && scanning && station.walkInChoices().length > 0;
  const shortcuts = useMemo((): Shortcuts => {
    const act = (name: string) => actions.find((action) => action.name === name)?.run ?? null;
    const open = (name: 'search' | 'walk-in' | 'recent' | 'board' | 'settings' | 'keys') => () => setPanel({ name });
    return {
      help: open('keys'),
      settings: open('settings'),
      find: isStaffed && scanning ? open('search') : null,
      walkIn: hasWalkIns ? open('walk-in') : null,
      recent: isStaffed && scanning ? open('recent') : null,
      board: hasBoard(state) ? open('board') : null,
      direction: mayTurn(state) ? () => void otherWay(station).catch(console.error) : null,
      questions: act('questions'),
      override: act('override'),
      undo: act('undo'),
      party: act('party'),
    };
  }, [actions, isStaffed, scanning, hasWalkIns, state, station]);
  useShortcuts(shortcuts, panel !== null);

  const resting = view === null && scanning;
  return (
    <>
      <BehindPanel>
        <a className="skip-link" href="#stage">
          {words.common.skipStatusBar}
        </a>
        <StatusBar station={state} printing={badges} nowMs={nowMs} onOpen={(name) => setPanel({ name })} />
        {scanning && <DirectionBand state={state} onSwitch={() => otherWay(station)} />}
      </BehindPanel>
      <main className="stage" id="stage" tabIndex={-1} data-tone={view?.kind}>
        <p className="notice" aria-live="polite">
          {notice}
        </p>
        <BehindPanel>
          {view === null && locked === null && !state.ready && <LoadingScreen station={state} />}
          {resting && state.leaseExpired && (
            <LockedScreen code="lease_expired" station={state} handOver={model.handOver} onPairAgain={null} />
          )}
          {resting && !state.leaseExpired && !preferences.preflightSeen && (
            <PreflightStage preflight={preflight} nowMs={nowMs} onDone={leavePreflight} />
          )}
          {resting && !state.leaseExpired && preferences.preflightSeen && (
            <ReadyScreen station={state} camera={model.camera} nowMs={nowMs} />
          )}
          {locked !== null && (
            <LockedScreen code={locked.code} station={state} handOver={model.handOver} onPairAgain={model.pairAgain} />
          )}
        </BehindPanel>
        <VerdictSurface
          view={view}
          serial={shown?.serial ?? 0}
          seconds={preferences.resultSeconds}
          held={panel !== null}
          actions={actions}
          onBack={dismiss}
        />
        <BehindPanel>{scanning && <EntryBar typed={model.typed} shortcuts={shortcuts} />}</BehindPanel>
      </main>
      {panel !== null && (scanning || !scanPanels.has(panel.name)) && (
        <DoorPanel
          key={panel.name}
          panel={panel}
          model={model}
          station={station}
          state={state}
          printing={printing}
          badges={badges}
          preflight={preflight}
          preferences={preferences}
          sounds={sounds}
          nowMs={nowMs}
          admission={admission}
          walkIn={walkIn}
          onWalkIn={setWalkIn}
          onUndone={onUndone}
          onPartyResults={(results) => {
            const [worst] = results.filter((result) => soundOf(result) !== 'admitted');
            const heard = worst ?? results[0];
            if (heard !== undefined) hear(heard);
          }}
          onOpen={setPanel}
          onClose={closePanel}
        />
      )}
    </>
  );
}

/** A locked kiosk, or one that has no list yet, does none of these. */
const scanPanels: ReadonlySet<OpenPanel['name']> = new Set([
  'search',
  'recent',
  'walk-in',
  'override',
  'questions',
  'party',
  'undo',
]);

function questionsOf(result: AdmitResult, isStaffed: boolean): OpenPanel | null {
  if (result.kind !== 'decided' || !isStaffed) return null;
  const { outcome } = result;
  const { code, detail } = outcome.verdict;
  const asks = code === 'questions_required' && (detail.questions?.length ?? 0) > 0;
  return asks ? { name: 'questions', outcome } : null;
}
