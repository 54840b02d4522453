/** Scans as they come at a gate, each timed from text complete to verdict durable. */
import { yieldToEventLoop } from '#kiosk/store/yield-to-event-loop.ts';
import { kiosk } from '#test/fixtures/kiosk-page/kiosk-under-test.ts';

/**
 * @param pauseMs before each; 0: until everything that waits for the thread has had it
 * @returns milliseconds a scan; throws where one was not recorded
 */
export async function admitTimed(texts: readonly string[], pauseMs: number): Promise<number[]> {
  const times: number[] = [];
  for (const text of texts) {
    await (pauseMs === 0 ? yieldToEventLoop() : new Promise((resolve) => setTimeout(resolve, pauseMs)));
    const startMs = performance.now();
    const result = await kiosk.admit([text]);
    times.push(performance.now() - startMs);
    if (result.kind !== 'decided') throw new Error(result.message);
  }
  return times;
}

/** When the check-in that some other kiosk makes of this person is known here: Unix milliseconds, fractions too. */
export function whenVisible(registrationId: string, limitMs: number): Promise<number> {
  const { roster, onChange } = kiosk.replica();
  const known = (): boolean =>
    ['default', ...roster.records('checkin_lists').map(({ id }) => id)].some(
      (list) => roster.checkin(registrationId, list) !== null,
    );
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('not visible in time')), limitMs);
    const look = (): void => {
      if (!known()) return;
      clearTimeout(timer);
      end();
      resolve(performance.timeOrigin + performance.now());
    };
    const end = onChange(look);
    look();
  });
}
