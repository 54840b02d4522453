/** The refusals of webhooks, with the HTTP status of each. */
export const webhookRefusalStatuses = {
  /** `detail.reason` says what is wrong with it. */
  webhook_url_refused: 422,
  event_type_unknown: 422,
  webhook_collection_unknown: 422,
  too_many_webhooks: 409,
  webhook_disabled: 409,
  replay_range_invalid: 422,
  too_many_replays: 429,
} as const satisfies Readonly<Record<string, number>>;

export type WebhookRefusal = keyof typeof webhookRefusalStatuses;
