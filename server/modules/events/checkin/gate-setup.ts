/** The gate settings of an event, read once for each attempt: gates, lists, entry rules, questions. */

import { type CountRule, countRule } from '#shared/admission/counted-entries.ts';
import { defaultList } from '#shared/admission/facts.ts';
import { entryRuleFacts, listFacts } from '#shared/admission/facts-from-records.ts';
import {
  type CheckinListRecord,
  type CheckinQuestionRecord,
  checkinLists,
  checkinQuestions,
  type EntryRuleRecord,
  type EventRecord,
  entryRules,
  type GateRecord,
} from '#shared/modules/events/event.ts';
import { where } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Reader } from '../../../store/contract.ts';
import { declaredMax, gatesOf } from '../records.ts';

export interface GateSetup {
  readonly event: EventRecord;
  readonly gates: readonly GateRecord[];
  readonly lists: readonly CheckinListRecord[];
  readonly entryRules: readonly EntryRuleRecord[];
  readonly questions: readonly CheckinQuestionRecord[];
}

export async function gateSetupOf(reader: Reader, event: EventRecord): Promise<GateSetup> {
  const all = <C extends CollectionDefinition>(collection: C) =>
    reader.find(collection, { where: where({ event: event.id }), limit: declaredMax });
  return {
    event,
    gates: await gatesOf(reader, event.id),
    lists: await all(checkinLists),
    entryRules: await all(entryRules),
    questions: await all(checkinQuestions),
  };
}

/** @param list id of a list. @returns null where it has no record, such as `defaultList` */
export function listRecord(setup: GateSetup, list: string): CheckinListRecord | null {
  return setup.lists.find(({ id }) => id === list) ?? null;
}

/** Returns the rule by which a list counts tickets of a type. */
export function ruleOf(setup: GateSetup, list: string, ticketType: string | null): CountRule {
  const rules = setup.entryRules.map(entryRuleFacts);
  return countRule(listFacts(list, listRecord(setup, list)), setup.event.timezone, rules, ticketType);
}

/** Gates that count on a list. */
export function gatesOn(setup: GateSetup, list: string): readonly GateRecord[] {
  return list === defaultList ? [] : setup.gates.filter((gate) => gate.list === list);
}
