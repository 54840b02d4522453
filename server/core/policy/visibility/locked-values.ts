/**
 * Values that an actor may not set, kept through the actor's write: a member of a group or of an item in a list that
 * the actor does not see, or sees and may not change, stays as it stands. Where that cannot be, the write is refused.
 */
import type { Values } from '#shared/base/json.ts';
import { canonicalJson, isObject } from '#shared/base/json.ts';
import type { Refusal } from '#shared/base/result.ts';
import type { Field } from '#shared/schema/field.ts';
import { innerFields, namedValues, visibleFields } from '#shared/schema/visible-definition.ts';
import type { Actor } from '../actor.ts';
import { holdsOne, maySee } from '../policy.ts';
import { matchItems } from './match-items.ts';

/** Its `writeRoles` may set a field, or its `readRoles` where it has none; the platform and devices alone a hidden one. */
function maySet(actor: Actor, field: Field): boolean {
  const isPlatform = actor.kind === 'system' || actor.kind === 'kiosk';
  return (isPlatform || !field.hidden) && holdsOne(actor, field.writeRoles ?? field.readRoles);
}

function isLocked(actor: Actor, field: Field): boolean {
  return !maySet(actor, field) || innerFields(field).some((one) => isLocked(actor, one));
}

/** Whether there is anything in the definition that the actor may not set. */
export function hasLocked(actor: Actor, fields: readonly Field[]): boolean {
  return fields.some((field) => isLocked(actor, field));
}

const isNothing = (value: unknown): value is null | undefined => value === null || value === undefined;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const membersOf = (value: unknown): Values => (isObject(value) ? value : {});

/** Comparable text of a value: a member that is null is as good as one that is not there. */
function textOf(value: unknown): string {
  return canonicalJson(withoutNulls(value));
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value ?? null;
  const named = Object.entries(value).filter(([, one]) => !isNothing(one));
  return Object.fromEntries(named.map(([name, one]) => [name, withoutNulls(one)]));
}

/** Meaning of a missing member of a group: a patch leaves it, in an item of a list it is empty, an emptied group names none. */
type Naming = 'patch' | 'item' | 'emptied';

export class LockedValues {
  readonly refusals: Refusal[] = [];
  readonly #actor: Actor;

  constructor(actor: Actor) {
    this.#actor = actor;
  }

  /**
   * @param given a patch of the record: what it does not name stays
   * @param current the record as it stands; null: it is new
   * @returns the patch with the locked members of what it names filled in
   */
  patch(fields: readonly Field[], given: Values, current: Values | null): Values {
    const kept: Record<string, unknown> = { ...given };
    for (const field of fields) {
      const { name } = field;
      // A hidden field is unknown to the validation of what comes in, which says so.
      if (field.hidden || !Object.hasOwn(given, name) || given[name] === undefined) continue;
      if (!maySet(this.#actor, field)) {
        this.#refuseUnlessSame(field, given[name], current?.[name], name);
        delete kept[name];
      } else if (hasLocked(this.#actor, innerFields(field)))
        kept[name] = this.#value(field, given[name], current?.[name], name, 'patch');
    }
    return kept;
  }

  #value(field: Field, given: unknown, current: unknown, path: string, as: Naming): unknown {
    const inner = innerFields(field);
    if (field.type === 'array') return this.#list(field, given, listOf(current), path);
    const isEmptied = isNothing(given) && this.#holdsLocked(inner, membersOf(current));
    if (isEmptied) return this.#group(inner, {}, current, path, 'emptied');
    return isObject(given) ? this.#group(inner, given, current, path, as) : given;
  }

  #group(fields: readonly Field[], given: Values, current: unknown, path: string, as: Naming): Values {
    const stored = membersOf(current);
    const kept: Record<string, unknown> = { ...given };
    for (const field of fields) {
      const { name } = field;
      const at = `${path}.${name}`;
      const isNamed = Object.hasOwn(given, name) && given[name] !== undefined;
      if (!maySet(this.#actor, field)) {
        if (isNamed) this.#refuseUnlessSame(field, given[name], stored[name], at);
        delete kept[name];
        if (!isNothing(stored[name])) kept[name] = stored[name];
      } else if (hasLocked(this.#actor, innerFields(field)) && (isNamed || as !== 'patch'))
        kept[name] = this.#value(field, given[name] ?? null, stored[name], at, as);
      else if (as === 'emptied') kept[name] = null;
    }
    return kept;
  }

  #list(field: Field, given: unknown, stored: readonly unknown[], path: string): unknown {
    const inner = innerFields(field);
    const items = listOf(given);
    if (!Array.isArray(given) && !isNothing(given)) return given;
    const sources = this.#sources(inner, items, stored);
    const kept = new Set(sources);
    const before = this.refusals.length;
    const filled = items.map((one, i) =>
      isObject(one) ? this.#group(inner, one, stored[sources[i] ?? -1], `${path}[${i}]`, 'item') : one,
    );
    const isLost = stored.some((one, i) => !kept.has(i) && this.#holdsLocked(inner, membersOf(one)));
    // An item that names what it may not is the plainer thing to say.
    if (isLost && this.refusals.length === before) this.refusals.push(this.#wouldLose(field, path));
    return isNothing(given) ? given : filled;
  }

  /** An item is the same where the actor reads the same of it, or where all that the actor may set is the same. */
  #sources(fields: readonly Field[], items: readonly unknown[], stored: readonly unknown[]) {
    const partOf = (sees: (field: Field) => boolean) => {
      const part = visibleFields(fields, sees);
      return (item: unknown) => (isObject(item) ? namedValues(part, item) : item);
    };
    const open = partOf((field) => maySet(this.#actor, field));
    const readings = [partOf((field) => maySee(this.#actor, field)), open];
    const sharesValue = (given: unknown, other: unknown) => {
      const there = membersOf(open(other));
      return Object.entries(membersOf(open(given))).some(
        ([name, value]) => !isNothing(value) && textOf(value) === textOf(there[name]),
      );
    };
    const texts = readings.map((part) => (item: unknown) => textOf(part(item)));
    return matchItems(items, stored, texts, sharesValue);
  }

  #holdsLocked(fields: readonly Field[], values: Values): boolean {
    return fields.some((field) => {
      const value = values[field.name];
      if (isNothing(value)) return false;
      if (!maySet(this.#actor, field)) return true;
      const inner = innerFields(field);
      const parts = Array.isArray(value) ? value : [value];
      return inner.length > 0 && parts.some((one) => this.#holdsLocked(inner, membersOf(one)));
    });
  }

  /**
   * A client may send a record back as it read it. The answer does not reveal whether a value that the actor does not
   * see is the same.
   */
  #refuseUnlessSame(field: Field, given: unknown, stored: unknown, path: string): void {
    const isSame = () => {
      const [shown] = visibleFields([field], (one) => maySee(this.#actor, one));
      return (
        shown !== undefined && textOf(given) === textOf(namedValues([shown], { [field.name]: stored })[field.name])
      );
    };
    if (stored !== undefined && isSame()) return;
    if (field.hidden) {
      this.refusals.push({ code: 'unknown_field', message: `Unknown field ${path}.`, path });
      return;
    }
    const roles = field.writeRoles ?? field.readRoles ?? [];
    const message = `Only ${roles.join(', ') || 'the platform'} can set ${path}.`;
    this.refusals.push({ code: 'read_only', message, path, detail: { roles } });
  }

  #wouldLose(field: Field, path: string): Refusal {
    const rolesOf = (one: Field): readonly string[] =>
      maySet(this.#actor, one) ? innerFields(one).flatMap(rolesOf) : (one.writeRoles ?? one.readRoles ?? []);
    const roles = [...new Set(rolesOf(field))];
    return {
      code: 'values_would_be_lost',
      message:
        `Items of ${path} hold values that only ${roles.join(', ') || 'the platform'} can set. This change would drop some of them. ` +
        'Send every item as you read it, and either change items in place, one value at a time, or add items at the end. ' +
        'Ask one of these roles to remove or replace items.',
      path,
      detail: { roles },
    };
  }
}
