/** V2–V5 of shared/peers/SPEC.md in worlds where kiosks hear each other, checked against what lies on their disks. */
import { must } from '#shared/base/assert.ts';
import { canonicalJson, isObject } from '#shared/base/json.ts';
import { type Check, journalOf, liveOf } from './check.ts';

/** V2: kiosks that were apart have found each other. */
export const allInReach: Check = function* (world) {
  const live = liveOf(world);
  for (const kiosk of live) {
    const { venue } = must(kiosk.running(), 'a running kiosk');
    if (venue !== null && venue.state().inReach !== live.length)
      yield { id: 'V2', what: `kiosk ${kiosk.n} reaches ${venue.state().inReach} of ${live.length} kiosks` };
  }
};

/** V3: what a kiosk believes of another one, that one really did. */
export const heardIsTrue: Check = function* (world) {
  for (const kiosk of liveOf(world))
    for (const row of kiosk.disk.tables().values('heard')) {
      const scan = scanIn(row);
      const maker = world.kiosks.find(({ kioskId }) => kioskId === scan['kiosk']);
      const id = String(scan['id']);
      if (!maker?.handed.has(id)) yield { id: 'V3', what: `kiosk ${kiosk.n} believes scan ${id}, which no kiosk made` };
      const made = maker && journalOf(maker).find((one) => one.id === id);
      if (made && !Object.entries(made.scan).every(([name, value]) => name === 'walkIn' || isSame(value, scan[name])))
        yield { id: 'V3', what: `kiosk ${kiosk.n} has heard another scan ${id} than kiosk ${maker.n} made` };
    }
};

/** V4: a kiosk that was revoked keeps nothing of what it heard. */
export const revokedHearsNothing: Check = function* (world) {
  for (const n of world.revoked) {
    const kept = must(world.kiosks[n], 'a kiosk').disk.tables().keys('heard').length;
    if (kept > 0) yield { id: 'V4', what: `kiosk ${n} was revoked and ${kept} scans that it heard lie on its disk` };
  }
};

/** V5: what was heard has gone up, or has no need to. */
export const heardIsAnswered: Check = function* (world) {
  if (world.round !== 'restarted') return;
  for (const kiosk of liveOf(world)) {
    const waiting = kiosk.running()?.venue?.toRelay(1) ?? [];
    for (const { scan } of waiting) yield { id: 'V5', what: `kiosk ${kiosk.n} still has scan ${scan.id} to bring up` };
  }
};

const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a ?? null) === canonicalJson(b ?? null);

function scanIn(row: unknown): Record<string, unknown> {
  const value = isObject(row) ? row['value'] : null;
  const entry = isObject(value) ? value['entry'] : null;
  const scan = isObject(entry) ? entry['scan'] : null;
  if (!isObject(scan)) throw new Error('this is no row of what was heard');
  return scan;
}
