/**
 * Keeps the display on, and looks after the kiosk when the machine slept anyway: a lid was closed, or the battery
 * was low. Sockets to printers are dead then, without an event.
 */
import type { PowerMonitor, PowerSaveBlocker } from 'electron';

type Monitor = Pick<PowerMonitor, 'on'>;
type Blocker = Pick<PowerSaveBlocker, 'start' | 'isStarted'>;

export interface PowerHooks {
  readonly onAwake: () => void;
  /** The machine is being switched off: finish what is under way. */
  readonly onShutdown: () => void;
}

export function watchPower(blocker: Blocker, monitor: Monitor, hooks: PowerHooks): void {
  let id = blocker.start('prevent-display-sleep');
  const awake = (why: string) => (): void => {
    console.log(`power: ${why}`);
    if (!blocker.isStarted(id)) id = blocker.start('prevent-display-sleep');
    hooks.onAwake();
  };
  monitor.on('suspend', () => console.log('power: suspend'));
  monitor.on('lock-screen', () => console.log('power: lock-screen'));
  monitor.on('resume', awake('resume'));
  monitor.on('unlock-screen', awake('unlock-screen'));
  monitor.on('shutdown', hooks.onShutdown);
}
