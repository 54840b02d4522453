/** Reads a processor's message defensively: only `type` and the object's id are certain. */
import { isObject, type JsonObject } from '#shared/base/json.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { isPlainJson } from '#shared/schema/validate.ts';

export interface PaymentMessage {
  /** Id of the processor's event; where it has none, made of its type and object. */
  readonly processorId: string;
  readonly type: string;
  readonly objectId: string;
  /** The intent it speaks of: the object itself, or the one a charge belongs to. */
  readonly paymentIntent: string | null;
  readonly registrationId: string | null;
  readonly orderId: string | null;
  /** Id of our own refund, as we named it in the metadata. */
  readonly refundId: string | null;
  /** Status of the object, for example of a refund or a dispute. */
  readonly status: string | null;
  /** The object is a session whose payment has come. */
  readonly isPaid: boolean;
  readonly eventId: string | null;
  readonly tenantId: string | null;
  /** Every amount it names for the payment, in minor units; anything but a number is kept as NaN, which fits nothing. */
  readonly amounts: readonly number[];
  /** Code in capitals; null where the message names none. An unreadable one is kept as an empty text, which fits nothing. */
  readonly currency: string | null;
  /** Running total of the refunds in minor units; null where the message names none. */
  readonly amountRefunded: number | null;
  /** Also true where the message names no refunded amount. */
  readonly refundedInFull: boolean;
  /** Unix seconds; null where it does not say. */
  readonly created: number | null;
  /** Null where the message names none. An unreadable one is kept as an empty text, which fits nothing. */
  readonly account: string | null;
  /** Null where it does not say. */
  readonly livemode: boolean | 'unreadable' | null;
  readonly payload: JsonObject;
}

const idMax = 255;

function text(from: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = Object.hasOwn(from, name) ? from[name] : null;
  return typeof value === 'string' && value !== '' && value.length <= idMax ? value : null;
}

/** Null only where there is no value: one that cannot be read is an empty text, and so is not taken for absent. */
function textOrNothing(from: Readonly<Record<string, unknown>>, name: string): string | null {
  const said = Object.hasOwn(from, name) ? (from[name] ?? null) : null;
  return said === null ? null : (text(from, name) ?? '');
}

function modeOf(livemode: unknown): PaymentMessage['livemode'] {
  if (livemode === undefined || livemode === null) return null;
  return typeof livemode === 'boolean' ? livemode : 'unreadable';
}

function amountsOf(object: Readonly<Record<string, unknown>>): number[] {
  const given = ['amount', 'amount_received'].filter((name) => object[name] !== undefined && object[name] !== null);
  return given.map((name) => (typeof object[name] === 'number' ? object[name] : Number.NaN));
}

/**
 * Refuses with `payload_invalid` what has no type, or no object with an id.
 *
 * @param payload the body, parsed as JSON
 */
export function readPaymentMessage(payload: unknown): Result<PaymentMessage> {
  if (!isObject(payload) || !isPlainJson(payload)) return refuseWith('payload_invalid');
  const data = payload['data'];
  const object = isObject(data) ? data['object'] : null;
  if (!isObject(object)) return refuseWith('payload_invalid', { path: 'data.object' });
  const type = text(payload, 'type');
  const objectId = text(object, 'id');
  if (type === null || objectId === null)
    return refuseWith('payload_invalid', { path: type === null ? 'type' : 'data.object.id' });
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const refunded = object['amount_refunded'];
  const amountRefunded = typeof refunded === 'number' ? refunded : null;
  const { created, livemode } = payload;
  return ok({
    processorId: text(payload, 'id') ?? `${type}:${objectId}`.slice(0, idMax),
    type,
    objectId,
    paymentIntent: type.startsWith('payment_intent.') ? objectId : text(object, 'payment_intent'),
    registrationId: text(metadata, 'registrationId'),
    orderId: text(metadata, 'orderId'),
    refundId: text(metadata, 'refundId'),
    status: text(object, 'status'),
    isPaid: object['payment_status'] === 'paid',
    eventId: text(metadata, 'eventId'),
    tenantId: text(metadata, 'tenantId'),
    amounts: amountsOf(object),
    currency: textOrNothing(object, 'currency')?.toUpperCase() ?? null,
    amountRefunded,
    refundedInFull: object['refunded'] === true || amountRefunded === null,
    created: typeof created === 'number' ? created : null,
    account: textOrNothing(payload, 'account'),
    livemode: modeOf(livemode),
    payload: payload as JsonObject,
  });
}
