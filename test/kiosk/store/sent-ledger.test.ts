import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyLedger, forLog, isSent, markSent, parseLedger } from '#kiosk/store/sent-ledger.ts';

const parkedAs = (counter: number) => ({ scanId: `s${counter}`, counter, code: 'not_yours', message: 'no' });

describe('the ledger of sent scans', () => {
  test('knows exactly the scans that were answered, in any order, also after a restart', () => {
    const batch = fc.record({
      accepted: fc.array(fc.integer({ min: 1, max: 40 })),
      refused: fc.array(fc.integer({ min: 1, max: 40 })),
    });
    fc.assert(
      fc.property(fc.array(batch, { maxLength: 20 }), (batches) => {
        let ledger = emptyLedger;
        const answered = new Set<number>();
        for (const { accepted, refused } of batches) {
          const no = [...new Set(refused)].filter((counter) => !accepted.includes(counter));
          ledger = parseLedger(JSON.parse(JSON.stringify(markSent(ledger, accepted, no.map(parkedAs)))));
          for (const counter of [...accepted, ...no]) answered.add(counter);
        }
        for (let counter = 1; counter <= 41; counter++) expect(isSent(ledger, counter)).toBe(answered.has(counter));
      }),
    );
  });

  test('SY9 a refused scan stays parked until the server takes it after all', () => {
    const refused = markSent(emptyLedger, [1, 3], [parkedAs(2)]);
    expect(refused).toMatchObject({ sentThrough: 3, sentAbove: [], parked: [parkedAs(2)] });
    expect(markSent(refused, [], [parkedAs(2)]).parked).toHaveLength(1);
    expect(markSent(refused, [2], []).parked).toEqual([]);
  });

  test('SY2 nothing counts as sent before another log; what is parked stays shown until it is answered again', () => {
    const sent = forLog(markSent(emptyLedger, [1, 3], [parkedAs(2)]), 'log one');
    expect(forLog(sent, 'log one')).toBe(sent);
    const other = forLog(parseLedger(JSON.parse(JSON.stringify(sent))), 'log two');
    expect([1, 2, 3].map((counter) => isSent(other, counter))).toEqual([false, false, false]);
    expect(other).toMatchObject({ parked: [parkedAs(2)], offer: sent.offer + 1, settledThrough: 0, log: 'log two' });
  });

  test('counts nothing as sent where what was kept makes no sense', () => {
    for (const broken of [null, 7, {}, { ...emptyLedger, sentThrough: -1 }, { ...emptyLedger, sentAbove: ['x'] }])
      expect(parseLedger(broken)).toEqual(emptyLedger);
  });
});
