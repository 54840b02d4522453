/** A rule as one sentence, for documentation. */
import { unreachable } from '../base/assert.ts';
import type { RuleDefinition } from './rule-definition.ts';

const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

export function describeRule(rule: RuleDefinition): string {
  switch (rule.kind) {
    case 'by-action':
      return Object.entries(rule.states)
        .map(([state, action]) => `The state \`${state}\` is reached by the action \`${action}\` only.`)
        .join(' ');
    case 'number':
      return `\`${rule.field}\` is the next number of the series \`${rule.key}\` (${rule.prefix}${'1'.padStart(rule.digits, '0')}), without gaps, given ${rule.at ? `when it becomes \`${rule.at}\`` : 'at birth'}.`;
    case 'slug':
      return `\`${rule.field}\` is made from \`${rule.from}\` where none is given.`;
    case 'stamp':
      return `\`${rule.field}\` is ${rule.each ? 'when it last became' : 'when it first became'} ${list(rule.states)}.`;
    case 'history':
      return `\`${rule.into}\` keeps every value of \`${rule.of}\` and since when, at most ${rule.entriesMax}.`;
    case 'total':
      return `Subtotal, tax and total follow from \`${rule.lines}\`.`;
    case 'order':
      return `\`${rule.second}\` is ${rule.apart ? 'after' : 'not before'} \`${rule.first}\`.`;
    case 'no-overlap':
      return `No two of the same \`${rule.by}\` overlap between \`${rule.start}\` and \`${rule.end}\`, unless ${list(rule.free)}.`;
    case 'locked':
      return `As ${list(rule.states)} it stands: ${rule.except.length > 0 ? `only ${list(rule.except)} may change` : 'nothing may change'} but its state, and it cannot be deleted.`;
    case 'append-only':
      return 'Written once: neither changed nor deleted.';
    case 'deadline':
      return `\`${rule.field}\` is \`${rule.minutes}\` of \`${rule.relation}\` after birth.`;
    case 'due':
      return `At \`${rule.at}\` it goes from \`${rule.from}\` to \`${rule.to}\` by itself.`;
    case 'tree':
      return `\`${rule.parent}\` makes a tree of at most ${rule.depthMax} levels, without circles.`;
    case 'kept':
      return `Not deleted while it is named by ${list(rule.by.map((b) => `${b.collection}.${b.field}`))}.`;
    case 'rollup':
      return `\`${rule.into}\` of \`${rule.by}\` is ${rule.sum ? `the sum of \`${rule.sum}\`` : 'their number'}${rule.floor === undefined ? '' : `, at least ${rule.floor}`}${rule.ceiling === undefined ? '' : `, at most its \`${rule.ceiling}\``}.`;
    case 'balanced':
      return `To become \`${rule.at}\`, \`${rule.debit}\` and \`${rule.credit}\` of \`${rule.lines}\` are equal in sum.`;
    case 'needed':
      return `To become \`${rule.state}\` it needs ${list(rule.fields)}.`;
    default:
      return unreachable(rule);
  }
}
