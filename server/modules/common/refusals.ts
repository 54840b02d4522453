/** The refusals of the catalogue's rules, with the HTTP status of each; modules add their own to these. */
export const ruleRefusalStatuses = {
  action_needed: 409,
  record_locked: 409,
  append_only: 409,
  record_in_use: 409,
  limit_reached: 409,
  time_taken: 409,
  tree_invalid: 422,
  times_out_of_order: 422,
  entry_not_balanced: 422,
} as const satisfies Readonly<Record<string, number>>;
