/** A rule as one sentence, for documentation. */
import { unreachable } from '../base/assert.ts';
import type { RuleDefinition } from './rule-definition.ts';

const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

export function describeRule(rule: RuleDefinition): string {
  switch (rule.kind) {
    case 'by-action':
      return Object.entries(rule.states)
        .map(([state, action]) => `Only the action \`${action}\` sets the state \`${state}\`.`)
        .join(' ');
    case 'number':
      return `\`${rule.field}\` is the next number of the series \`${rule.key}\` (${rule.prefix}${'1'.padStart(rule.digits, '0')}), without gaps, set ${rule.at ? `when it becomes \`${rule.at}\`` : 'on creation'}.`;
    case 'slug':
      return `\`${rule.field}\` is created from \`${rule.from}\` if omitted.`;
    case 'stamp':
      return `\`${rule.field}\` is the time when it ${rule.each ? 'last' : 'first'} became ${list(rule.states)}.`;
    case 'history':
      return `\`${rule.into}\` keeps every value of \`${rule.of}\` and when it began, at most ${rule.entriesMax}.`;
    case 'total':
      return `Subtotal, tax and total are calculated from \`${rule.lines}\`.`;
    case 'order':
      return `\`${rule.second}\` must ${rule.apart ? 'be after' : 'not be before'} \`${rule.first}\`.`;
    case 'no-overlap':
      return `No two with the same \`${rule.by}\` can overlap between \`${rule.start}\` and \`${rule.end}\`, unless ${list(rule.free)}.`;
    case 'locked':
      return `In the state ${list(rule.states)}, only its state${rule.except.length > 0 ? ` and ${list(rule.except)}` : ''} can change, and it cannot be deleted.`;
    case 'append-only':
      return 'Cannot be changed or deleted.';
    case 'deadline':
      return `\`${rule.field}\` is \`${rule.minutes}\` of \`${rule.relation}\` after creation.`;
    case 'due':
      return `At \`${rule.at}\` it changes from \`${rule.from}\` to \`${rule.to}\` automatically.`;
    case 'tree':
      return `\`${rule.parent}\` forms a tree of at most ${rule.depthMax} levels, without circles.`;
    case 'kept':
      return `Cannot be deleted while ${list(rule.by.map((b) => `${b.collection}.${b.field}`))} refers to it.`;
    case 'rollup':
      return `\`${rule.into}\` of \`${rule.by}\` is ${rule.sum ? `the sum of \`${rule.sum}\`` : 'their number'}${rule.floor === undefined ? '' : `, at least ${rule.floor}`}${rule.ceiling === undefined ? '' : `, at most its \`${rule.ceiling}\``}.`;
    case 'balanced':
      return `To become \`${rule.at}\`, the sums of \`${rule.debit}\` and \`${rule.credit}\` of \`${rule.lines}\` must be equal.`;
    case 'needed':
      return `To become \`${rule.state}\`, it must have ${list(rule.fields)}.`;
    default:
      return unreachable(rule);
  }
}
