/** Posts and reverses journal entries, which changes the balances of their accounts, and reads the trial balance. */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { postJournalEntry, reverseJournalEntry, trialBalance } from '#shared/modules/finance/actions.ts';
import type { journalEntries, ledgerAccounts } from '#shared/modules/finance/books.ts';
import type { RecordOf } from '#shared/schema/infer.ts';
import { action, type ModuleAction } from '../../core/collections/action.ts';
import { answer, answerOf, needed } from '../common/answer.ts';
import type { Errand, RecordWriter } from '../common/record-writer.ts';

type Entry = RecordOf<typeof journalEntries>;
type Account = RecordOf<typeof ledgerAccounts>;

/** Maximum number of accounts of which a trial balance is made: one read, so that no entry is posted in between. */
const accountsMax = 10_000;

/** Changes the balances of the accounts of an entry: debits add, credits subtract. */
async function moveBalances({ tx }: Errand, { lines, currency }: Entry): Promise<Result<null>> {
  for (const [id, own] of Map.groupBy(lines, (line) => line.account)) {
    const account = (await tx.get('ledger_accounts', id)) as Account | null;
    if (!account)
      return refuse({
        code: 'relation_unknown',
        message: 'Every line must name an account that exists.',
        path: 'lines',
        detail: { account: id },
      });
    if (account.currency !== currency)
      return refuse({
        code: 'currency_mixed',
        message: `Account ${account.code} is kept in ${account.currency}, the entry is in ${currency}.`,
        path: 'lines',
      });
    const balanceAmount = own.reduce((sum, l) => sum + l.debitAmount - l.creditAmount, account.balanceAmount);
    if (!Number.isSafeInteger(balanceAmount))
      return refuse({ code: 'too_large', message: `The balance of account ${account.code} would be too large.` });
    await tx.update('ledger_accounts', id, { balanceAmount });
  }
  return ok(null);
}

export function journalActions(writer: RecordWriter): readonly ModuleAction[] {
  const post = action(postJournalEntry, async (tx, { entryId }, context) => {
    const errand = { tx, context };
    const found = await needed(tx, 'journal_entries', entryId, 'journal entry');
    if (!found.ok) return found;
    if (found.value['status'] !== 'draft')
      return refuse({ code: 'state_conflict', message: `The entry is already ${String(found.value['status'])}.` });
    const posted = await writer.update(errand, 'journal_entries', entryId, { status: 'posted' });
    if (!posted.ok) return posted;
    const moved = await moveBalances(errand, posted.value as unknown as Entry);
    return moved.ok ? answerOf(posted) : moved;
  });

  const reverse = action(reverseJournalEntry, async (tx, { entryId, bookedOn }, context) => {
    const errand = { tx, context };
    const found = await needed(tx, 'journal_entries', entryId, 'journal entry');
    if (!found.ok) return found;
    const entry = found.value as unknown as Entry;
    const done = await writer.update(errand, 'journal_entries', entryId, { status: 'reversed' });
    if (!done.ok) return done;
    if (entry.status === 'reversed')
      return refuse({ code: 'state_conflict', message: 'The entry is already reversed.' });
    const other = await writer.create(errand, 'journal_entries', {
      status: 'posted',
      bookedOn: bookedOn ?? tx.now,
      memo: `Reversal of ${entry.number}: ${entry.memo}`.slice(0, 500),
      currency: entry.currency,
      reverses: entry.id,
      lines: entry.lines.map((l) => ({ ...l, debitAmount: l.creditAmount, creditAmount: l.debitAmount })),
    });
    if (!other.ok) return other;
    const moved = await moveBalances(errand, other.value as unknown as Entry);
    return moved.ok ? answerOf(other) : moved;
  });

  const balance = action(trialBalance, async (reader) => {
    const found = await reader.find('ledger_accounts', {
      sort: [{ path: 'code', direction: 'asc' }],
      limit: accountsMax + 1,
    });
    // Totals without some of the accounts would say that books which balance do not.
    if (found.length > accountsMax)
      return refuse({
        code: 'limit_reached',
        message: `There are more than ${accountsMax} accounts. A trial balance cannot be made of so many.`,
      });
    const accounts = (found as unknown as readonly Account[]).map(
      ({ id, code, name, kind, currency, balanceAmount }) => ({
        id,
        code,
        name,
        kind,
        currency,
        balanceAmount,
      }),
    );
    const sums = Map.groupBy(accounts, (account) => account.currency);
    const totals = [...sums].map(([currency, own]) => ({
      currency,
      balanceAmount: own.reduce((sum, account) => sum + account.balanceAmount, 0),
    }));
    return answer(accounts, { totals });
  });

  return [post, reverse, balance];
}
