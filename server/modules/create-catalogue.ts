/** The catalogue as modules of the server: definitions from shared/modules, handlers and rules from this folder. */
import { must } from '#shared/base/assert.ts';
import { catalogue } from '#shared/modules/catalogue.ts';
import type { CatalogueAction, ModuleDefinition, Move } from '#shared/modules/module-definition.ts';
import type { CollectionRule, ModuleAction } from '../core/collections/action.ts';
import type { Module } from '../core/collections/module.ts';
import { bookingActions } from './bookings/booking-actions.ts';
import { checkoutCartAction } from './commerce/checkout-cart.ts';
import { orderActions } from './commerce/order-actions.ts';
import { compileRules } from './common/compile-rules.ts';
import { dueJob } from './common/due-job.ts';
import { moveHandler } from './common/move-action.ts';
import { createRecordWriter, type RecordWriter } from './common/record-writer.ts';
import { ruleRefusalStatuses } from './common/refusals.ts';
import { convertLeadAction } from './crm/convert-lead.ts';
import { mergeContactsAction } from './crm/merge-contacts.ts';
import { journalActions } from './finance/journal.ts';
import { recordInvoicePaymentAction } from './finance/record-invoice-payment.ts';
import { formFieldsRule, submitFormAction } from './forms/submit-form.ts';
import { ticketActions } from './helpdesk/ticket-actions.ts';
import { hireApplicantAction } from './hr/hire-applicant.ts';
import { leaveBalanceAction, leaveRule } from './hr/leave.ts';
import { subscriptionActions } from './marketing/subscriptions.ts';

/** Rules that one module alone needs, as code. */
const ownRules: readonly CollectionRule[] = [formFieldsRule, leaveRule];

function ownActions(writer: RecordWriter): readonly ModuleAction[] {
  return [
    checkoutCartAction(writer),
    ...orderActions(writer),
    convertLeadAction(writer),
    mergeContactsAction(writer),
    ...ticketActions(writer),
    ...subscriptionActions(writer),
    submitFormAction(writer),
    ...bookingActions(writer),
    ...journalActions(writer),
    recordInvoicePaymentAction(writer),
    leaveBalanceAction,
    hireApplicantAction(writer),
  ];
}

export interface Catalogue {
  readonly modules: readonly Module[];
  /** Writer with which seeds and other platform code write into the catalogue's collections. */
  readonly writer: RecordWriter;
}

/** @param definitions if omitted, the whole catalogue; tests pass others */
export function createCatalogue(definitions: readonly ModuleDefinition[] = catalogue): Catalogue {
  const collections = definitions.flatMap((m) => m.collections);
  const compiled = compileRules(
    definitions.flatMap((m) => m.rules),
    collections,
  );
  const names = new Set(collections.map((c) => c.name));
  const own = ownRules.filter((rule) => names.has(rule.collection));
  const writer = createRecordWriter(collections, [...own, ...compiled.filter((rule) => rule.kind !== 'by-action')]);
  const written = new Map(ownActions(writer).map((a) => [a.definition.name, a]));

  function actionOf(entry: CatalogueAction): ModuleAction {
    const { definition, move } = entry;
    if (move) return moveHandler(entry as CatalogueAction & { readonly move: Move }, writer);
    return must(written.get(definition.name), `a handler of ${definition.name}`);
  }

  const modules = definitions.map((m): Module => {
    const mine = new Set(m.collections.map((c) => c.name));
    const due = m.rules.filter((rule) => rule.kind === 'due');
    return {
      name: m.name,
      needs: m.needs,
      collections: m.collections,
      actions: m.actions.map(actionOf),
      rules: [...own, ...compiled].filter((rule) => mine.has(rule.collection)),
      jobs: due.length > 0 ? [dueJob(m.name, due, writer)] : [],
      refusals: { ...ruleRefusalStatuses, ...m.refusals },
    };
  });
  return { modules, writer };
}
