/** Rules about states: fields that are required, fields that are locked, and the times and values that are recorded. */
import type { Values } from '#shared/base/json.ts';
import { canonicalJson } from '#shared/base/json.ts';
import { labelInSentence } from '#shared/base/label-text.ts';
import { ok, refuse } from '#shared/base/result.ts';
import { afterwards, isEmpty, type Meanings, stateEntered, type Write } from './rule.ts';

function changedNames({ values, current }: Write): readonly string[] {
  return Object.keys(values).filter(
    (name) => canonicalJson(values[name] ?? null) !== canonicalJson(current?.[name] ?? null),
  );
}

export const stateRules: Pick<Meanings, 'by-action' | 'needed' | 'stamp' | 'history' | 'locked' | 'append-only'> = {
  'by-action':
    ({ states }, definition) =>
    async (write) => {
      const state = stateEntered(definition, write);
      const action = state === null ? undefined : states[state];
      if (action === undefined) return ok(write.values);
      return refuse({
        code: 'action_needed',
        message: `Use the action ${action} to set the ${labelInSentence(definition.labels.one)} to ${state}: it changes more than the state.`,
        path: definition.lifecycle?.field ?? 'status',
        detail: { action },
      });
    },

  needed:
    ({ state, fields }, definition) =>
    async (write) => {
      if (stateEntered(definition, write) !== state) return ok(write.values);
      const after = afterwards(write);
      const missing = fields.find((name) => isEmpty(after[name]));
      if (missing === undefined) return ok(write.values);
      return refuse({
        code: 'required',
        message: `${missing} is required before ${labelInSentence(definition.labels.one)} becomes ${state}.`,
        path: missing,
      });
    },

  stamp:
    ({ field, states, each }, definition) =>
    async (write, tx) => {
      const state = stateEntered(definition, write);
      if (state === null || !states.includes(state)) return ok(write.values);
      const given = write.values[field];
      const known = given ?? (each ? null : write.current?.[field]);
      return ok(isEmpty(known) ? { ...write.values, [field]: tx.now } : write.values);
    },

  history:
    ({ of, into, entriesMax }) =>
    async (write, tx) => {
      const value = afterwards(write)[of];
      if (write.op === 'delete' || value === null || value === write.current?.[of]) return ok(write.values);
      if (write.op === 'create' && !isEmpty(write.values[into])) return ok(write.values);
      const entries = (write.current?.[into] ?? []) as readonly unknown[];
      return ok({ ...write.values, [into]: [...entries, { value, at: tx.now }].slice(-entriesMax) });
    },

  locked:
    ({ states, except }, definition) =>
    async (write) => {
      const field = definition.lifecycle?.field ?? 'status';
      const state = write.current?.[field];
      if (typeof state !== 'string' || !states.includes(state)) return ok(write.values);
      const one = definition.labels.one;
      if (write.op === 'delete')
        return refuse({
          code: 'record_locked',
          message: `${one} is ${state} and cannot be deleted.`,
          detail: { state },
        });
      const changed = changedNames(write).find((name) => name !== field && !except.includes(name));
      if (changed === undefined) return ok(write.values);
      return refuse({
        code: 'record_locked',
        message: `${one} is ${state}: ${changed} cannot be changed.`,
        path: changed,
        detail: { state, allowed: except },
      });
    },

  'append-only': (_, definition) => async (write) => {
    const untouched: Values = write.values;
    if (write.op === 'create' || (write.op === 'update' && changedNames(write).length === 0)) return ok(untouched);
    return refuse({
      code: 'append_only',
      message: `${definition.labels.many} cannot be changed. Correct it with another one.`,
    });
  },
};
