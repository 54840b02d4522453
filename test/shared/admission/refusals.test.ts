import { describe, expect, test } from 'vitest';
import { refusalOf, verdictTexts } from '#shared/admission/refusals.ts';
import { verdictCodes } from '#shared/admission/verdict.ts';

describe('every verdict', () => {
  test.each(verdictCodes.map((code) => [code]))('%s has a title for the screen and a sentence that fits it', (code) => {
    const { title, sentence } = verdictTexts[code];
    expect(title).toMatch(/^[A-Z].{2,28}[^.]$/);
    expect(sentence).toMatch(/^[A-Z].{20,130}\.$/);
  });

  test('answers with the status that the contract gives its kind', () => {
    const byStatus = Object.groupBy(verdictCodes, (code) => String(verdictTexts[code].httpStatus));
    expect(byStatus).toEqual({
      '200': ['admitted'],
      '403': [
        'wrong_event',
        'wrong_gate',
        'too_early',
        'too_late',
        'clock_untrusted',
        'kiosk_revoked',
        'lease_expired',
      ],
      '404': ['unknown_ticket'],
      '409': [
        'already_checked_in',
        'not_confirmed',
        'cancelled',
        'refunded',
        'revoked',
        'blocked',
        'gate_full',
        'exit_first',
      ],
      '410': ['code_expired'],
      '422': ['code_from_future', 'code_forged', 'code_malformed', 'questions_required'],
    });
  });

  test('becomes an entry of errors with the facts of the case', () => {
    const detail = { checkedInAt: '2026-09-14T08:30:00.000Z', gate: 'hall' };
    expect(refusalOf({ code: 'already_checked_in', flags: [], detail })).toEqual({
      code: 'already_checked_in',
      message: verdictTexts.already_checked_in.sentence,
      detail,
    });
  });
});
