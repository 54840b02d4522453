/** The stage while no verdict stands: loading, locked, the pre-flight of a new kiosk, or ready to scan. */
import type { ReactElement } from 'react';
import type { Preflight } from '#kiosk/preflight/preflight.ts';
import type { StationState } from '#kiosk/station/station.ts';
import type { KioskModel } from '../model/kiosk-model.ts';
import { LoadingScreen } from '../pairing/loading-screen.tsx';
import { LockedScreen } from '../pairing/locked-screen.tsx';
import { PageUnderPanel } from '../parts/page-under-panel.tsx';
import { useObserved } from '../parts/use-observed.ts';
import { PreflightStage } from '../preflight/preflight-stage.tsx';
import { ReadyScreen } from './ready-screen.tsx';

export interface RestingStageProps {
  readonly model: KioskModel;
  readonly state: StationState;
  readonly preflight: Preflight;
  readonly nowMs: number;
  /** A verdict stands: then only a locked kiosk says anything beside it. */
  readonly isShowing: boolean;
}

export function RestingStage({ model, state, preflight, nowMs, isShowing }: RestingStageProps): ReactElement | null {
  const { preflightSeen } = useObserved(model.preferences);
  const locked = state.sync.phase === 'locked' ? state.sync.code : null;
  if (locked !== null)
    return (
      <LockedScreen code={locked} unsent={state.pending} handOver={model.handOver} onPairAgain={model.pairAgain} />
    );
  if (isShowing) return null;
  if (state.ready && state.leaseExpired)
    return <LockedScreen code="lease_expired" unsent={state.pending} handOver={model.handOver} onPairAgain={null} />;
  const leave = (): void => model.preferences.set({ preflightSeen: true });
  return (
    <PageUnderPanel>
      {!state.ready ? (
        <LoadingScreen station={state} />
      ) : preflightSeen ? (
        <ReadyScreen station={state} camera={model.camera} nowMs={nowMs} />
      ) : (
        <PreflightStage preflight={preflight} nowMs={nowMs} onDone={leave} />
      )}
    </PageUnderPanel>
  );
}
