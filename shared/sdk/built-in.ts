/**
 * The built-in catalogue as a schema, inferred from the values that make its tables and surfaces; nothing is generated. A
 * new file of definitions is added here by hand; test/shared/sdk/package.test.ts fails for a collection or an action that
 * is missing. Types only: a client loads nothing of the catalogue.
 */
import type { Json } from '../base/json.ts';
import type * as auth from '../modules/auth/members.ts';
import type { bookingsModule } from '../modules/bookings/module.ts';
import type { commerceModule } from '../modules/commerce/module.ts';
import type { contentModule } from '../modules/content/module.ts';
import type { crmModule } from '../modules/crm/module.ts';
import type * as eventActions from '../modules/events/actions.ts';
import type * as eventAdmission from '../modules/events/admission.ts';
import type * as eventAdmissionActions from '../modules/events/admission-actions.ts';
import type * as eventBatch from '../modules/events/attendee-batch.ts';
import type * as eventBatchActions from '../modules/events/attendee-batch-actions.ts';
import type * as eventBoard from '../modules/events/board.ts';
import type * as eventCaptionActions from '../modules/events/caption-actions.ts';
import type * as eventCaptions from '../modules/events/captions.ts';
import type * as eventChangeActions from '../modules/events/change-actions.ts';
import type * as event from '../modules/events/event.ts';
import type * as eventExhibitor from '../modules/events/exhibitor.ts';
import type * as eventExhibitorActions from '../modules/events/exhibitor-actions.ts';
import type * as eventExportActions from '../modules/events/export-actions.ts';
import type * as eventExport from '../modules/events/export-job.ts';
import type * as eventGamification from '../modules/events/gamification.ts';
import type * as eventGamificationActions from '../modules/events/gamification-actions.ts';
import type * as eventGate from '../modules/events/gate.ts';
import type * as eventGateActions from '../modules/events/gate-actions.ts';
import type * as eventImportActions from '../modules/events/import-actions.ts';
import type * as eventInvoice from '../modules/events/invoice.ts';
import type * as eventLead from '../modules/events/lead.ts';
import type * as eventLeadActions from '../modules/events/lead-actions.ts';
import type * as eventLeadCrmActions from '../modules/events/lead-crm-actions.ts';
import type * as eventLeadPhotoActions from '../modules/events/lead-photo-actions.ts';
import type * as eventMeeting from '../modules/events/meeting.ts';
import type * as eventMeetingActions from '../modules/events/meeting-actions.ts';
import type * as eventMessage from '../modules/events/message.ts';
import type * as eventMessageActions from '../modules/events/message-actions.ts';
import type * as eventNetworking from '../modules/events/networking.ts';
import type * as eventNetworkingActions from '../modules/events/networking-actions.ts';
import type * as eventOrder from '../modules/events/order.ts';
import type * as eventOrderActions from '../modules/events/order-actions.ts';
import type * as eventOrganization from '../modules/events/organization.ts';
import type * as eventOrganizerActions from '../modules/events/organizer-actions.ts';
import type * as eventPayment from '../modules/events/payment.ts';
import type * as eventPaymentActions from '../modules/events/payment-actions.ts';
import type * as eventQuestion from '../modules/events/question.ts';
import type * as eventRegistration from '../modules/events/registration.ts';
import type * as eventRegistrationPage from '../modules/events/registration-page.ts';
import type * as eventSales from '../modules/events/sales.ts';
import type * as eventSampleActions from '../modules/events/sample-actions.ts';
import type * as eventSchedule from '../modules/events/schedule.ts';
import type * as eventScheduleActions from '../modules/events/schedule-actions.ts';
import type * as eventStreaming from '../modules/events/streaming.ts';
import type * as eventStreamingActions from '../modules/events/streaming-actions.ts';
import type * as eventTransfer from '../modules/events/transfer.ts';
import type * as eventTypeFeatureActions from '../modules/events/type-feature-actions.ts';
import type * as eventTypeFeatures from '../modules/events/type-features.ts';
import type * as eventViewerActions from '../modules/events/viewer-actions.ts';
import type * as eventViewers from '../modules/events/viewers.ts';
import type * as eventVoucher from '../modules/events/voucher.ts';
import type * as eventWaitingList from '../modules/events/waiting-list.ts';
import type * as eventWaitingListActions from '../modules/events/waiting-list-actions.ts';
import type { financeModule } from '../modules/finance/module.ts';
import type { formsModule } from '../modules/forms/module.ts';
import type { helpdeskModule } from '../modules/helpdesk/module.ts';
import type { hrModule } from '../modules/hr/module.ts';
import type { marketingModule } from '../modules/marketing/module.ts';
import type * as mediaActions from '../modules/media/actions.ts';
import type * as media from '../modules/media/files.ts';
import type { projectsModule } from '../modules/projects/module.ts';
import type * as webhookActions from '../modules/webhooks/actions.ts';
import type * as webhooks from '../modules/webhooks/webhooks.ts';
import type { Field } from '../schema/field.ts';
import type { SystemFields, ValuesOf } from '../schema/infer.ts';
import type { Filter, SystemFilters } from './schema.ts';

type CatalogueModule =
  | typeof bookingsModule
  | typeof commerceModule
  | typeof contentModule
  | typeof crmModule
  | typeof financeModule
  | typeof formsModule
  | typeof helpdeskModule
  | typeof hrModule
  | typeof marketingModule
  | typeof projectsModule;

type Exported<T> = T[keyof T];

type Definition =
  | CatalogueModule['collections'][number]
  | Extract<
      | Exported<typeof auth>
      | Exported<typeof event>
      | Exported<typeof eventAdmission>
      | Exported<typeof eventExhibitor>
      | Exported<typeof eventExport>
      | Exported<typeof eventGamification>
      | Exported<typeof eventLead>
      | Exported<typeof eventMeeting>
      | Exported<typeof eventNetworking>
      | Exported<typeof eventTypeFeatures>
      | Exported<typeof eventGate>
      | Exported<typeof eventInvoice>
      | Exported<typeof eventMessage>
      | Exported<typeof eventBatch>
      | Exported<typeof eventOrder>
      | Exported<typeof eventOrganization>
      | Exported<typeof eventPayment>
      | Exported<typeof eventQuestion>
      | Exported<typeof eventRegistration>
      | Exported<typeof eventSchedule>
      | Exported<typeof eventCaptions>
      | Exported<typeof eventStreaming>
      | Exported<typeof eventTransfer>
      | Exported<typeof eventViewers>
      | Exported<typeof eventVoucher>
      | Exported<typeof eventWaitingList>
      | Exported<typeof media>
      | Exported<typeof webhooks>,
      { readonly name: string; readonly fields: readonly Field[]; readonly labels: unknown }
    >;

type Action =
  | CatalogueModule['actions'][number]['definition']
  | Extract<
      | Exported<typeof eventActions>
      | Exported<typeof eventBoard>
      | Exported<typeof eventAdmissionActions>
      | Exported<typeof eventChangeActions>
      | Exported<typeof eventExportActions>
      | Exported<typeof eventGamificationActions>
      | Exported<typeof eventExhibitorActions>
      | Exported<typeof eventLeadActions>
      | Exported<typeof eventLeadCrmActions>
      | Exported<typeof eventLeadPhotoActions>
      | Exported<typeof eventMeetingActions>
      | Exported<typeof eventNetworkingActions>
      | Exported<typeof eventSampleActions>
      | Exported<typeof eventTypeFeatureActions>
      | Exported<typeof eventGateActions>
      | Exported<typeof eventImportActions>
      | Exported<typeof eventInvoice>
      | Exported<typeof eventMessageActions>
      | Exported<typeof eventBatchActions>
      | Exported<typeof eventOrderActions>
      | Exported<typeof eventOrganization>
      | Exported<typeof eventOrganizerActions>
      | Exported<typeof eventPaymentActions>
      | Exported<typeof eventRegistrationPage>
      | Exported<typeof eventSales>
      | Exported<typeof eventScheduleActions>
      | Exported<typeof eventCaptionActions>
      | Exported<typeof eventStreamingActions>
      | Exported<typeof eventViewerActions>
      | Exported<typeof eventWaitingListActions>
      | Exported<typeof mediaActions>
      | Exported<typeof webhookActions>,
      { readonly name: string; readonly scope: string; readonly input: readonly Field[] }
    >;

type Flat<T> = { [K in keyof T]: T[K] };

/** A field without the hidden ones, which no one sees. */
type Shown<F> = F extends { readonly hidden: true } ? never : F;
/** Fields that not every actor may read. */
type Shy<F> = F extends { readonly readRoles: readonly string[] } ? F : never;

type RecordOf<F extends Field> = Flat<
  SystemFields & ValuesOf<readonly Exclude<F, Shy<F>>[]> & Partial<ValuesOf<readonly Shy<F>[]>>
>;

type Elements<F> = F extends { readonly of: 'group'; readonly fields: infer G extends readonly Field[] }
  ? Entered<G[number]>
  : F extends { readonly of: 'number' | 'integer' }
    ? number
    : F extends { readonly of: 'boolean' }
      ? boolean
      : string;

/** A value as a caller hands it in: in groups, too, what has a default or may be empty can be left out. */
type EnteredValue<F extends Field> = F extends { readonly type: 'array' }
  ? readonly Elements<F>[]
  : F extends { readonly type: 'group'; readonly fields: infer G extends readonly Field[] }
    ? Entered<G[number]>
    : F extends { readonly type: 'json' }
      ? Json
      : NonNullable<ValuesOf<readonly [F]>[F['name']]>;

type Needed<F extends Field> = F extends { readonly required: true }
  ? F extends { readonly default: unknown }
    ? never
    : F
  : never;

type Entered<F extends Field> = Flat<
  { readonly [G in Needed<F> as G['name']]: EnteredValue<G> } & {
    readonly [G in Exclude<F, Needed<F>> as G['name']]?:
      | EnteredValue<G>
      | (G extends { readonly required: true } ? never : null)
      | undefined;
  }
>;

type Settable<F> = F extends { readonly hidden: true } | { readonly readOnly: true } ? never : F;

type ElementOf<F> = F extends { readonly of: 'number' | 'integer' }
  ? number
  : F extends { readonly of: 'boolean' }
    ? boolean
    : string;

/** Does for types what `describe` in shared/query/target.ts does. */
type FilterOf<F> = F extends { readonly type: 'text' | 'richText' | 'email' | 'url' | 'slug' }
  ? Filter<'text'>
  : F extends { readonly type: 'number' | 'integer' | 'money' }
    ? Filter<'number'>
    : F extends { readonly type: 'boolean' }
      ? Filter<'boolean'>
      : F extends { readonly type: 'date' }
        ? Filter<'date'>
        : F extends { readonly type: 'select'; readonly options: readonly (infer O)[] }
          ? Filter<F extends { readonly many: true } ? 'choices' : 'choice', O>
          : F extends { readonly type: 'json' }
            ? Filter<'json'>
            : F extends {
                  readonly type: 'array';
                  readonly of: 'group';
                  readonly fields: infer G extends readonly Field[];
                }
              ? Filter<'rows', FiltersOf<G[number]>>
              : F extends { readonly type: 'array' }
                ? Filter<'list', ElementOf<F>>
                : F extends { readonly type: 'group'; readonly fields: infer G extends readonly Field[] }
                  ? Filter<'group', FiltersOf<G[number]>>
                  : F extends { readonly type: 'point' }
                    ? Filter<'point'>
                    : F extends { readonly type: 'relation'; readonly to: infer To }
                      ? Filter<F extends { readonly many: true } ? 'relations' : 'relation', To>
                      : Filter<'id'>;

type FiltersOf<F extends Field> = { readonly [G in Shown<F> as G['name']]: FilterOf<G> };

type OutputOf<A> = A extends { readonly output: { readonly record: infer N } }
  ? N extends Definition['name']
    ? BuiltIn['collections'][N]['record']
    : never
  : A extends { readonly output: { readonly data: infer F extends readonly Field[]; readonly many: true } }
    ? readonly ValuesOf<F>[]
    : A extends { readonly output: { readonly data: infer F extends readonly Field[] } }
      ? ValuesOf<F>
      : A extends { readonly output: { readonly fields: infer F extends readonly Field[] } }
        ? ValuesOf<F>
        : unknown;

export interface BuiltIn {
  readonly collections: {
    readonly [C in Definition as C['name']]: {
      readonly record: RecordOf<Shown<C['fields'][number]>>;
      readonly create: Entered<Settable<C['fields'][number]>>;
      readonly filters: SystemFilters & FiltersOf<C['fields'][number]>;
    };
  };
  readonly actions: {
    readonly [A in Action as A['name']]: {
      readonly input: Entered<Shown<A['input'][number]>>;
      readonly output: OutputOf<A>;
    };
  };
}
