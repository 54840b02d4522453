/** Keeps the screen on while the kiosk is open. In the desktop form the system is asked as well (kiosk/main/power.ts). */
import { useEffect } from 'react';

export function useStayAwake(): void {
  useEffect(() => {
    let ended = false;
    let lock: WakeLockSentinel | null = null;
    async function take(): Promise<void> {
      if (ended || document.visibilityState !== 'visible') return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (ended) await lock.release();
      } catch {
        // A browser that has none, or a battery that is nearly empty: the pre-flight says so.
      }
    }
    // A page that was hidden has lost its lock.
    const shown = (): void => void take();
    document.addEventListener('visibilitychange', shown);
    void take();
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', shown);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
