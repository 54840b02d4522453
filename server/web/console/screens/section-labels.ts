/** The pages of an event's settings and of the organization's, as they are named wherever they are listed. */
import { t } from '../../parts/text/text.ts';
export const eventSections = {
  details: t('details'),
  page: t('public_page'),
  payment: t('payment_and_refunds'),
  invoicing: t('invoices'),
  waiting: t('waiting_list'),
  questions: t('questions'),
  letters: t('emails'),
  attendee: t('attendees_page'),
  networking: t('networking'),
  points: t('points_and_badges'),
  exhibiting: t('exhibitors'),
  more: t('duplicate_or_cancel'),
} as const;

export const settingsSections = {
  organization: t('organization'),
  members: t('members'),
  roles: t('roles'),
  keys: 'API keys',
  apps: t('apps'),
  origins: t('allowed_origins'),
  webhooks: t('webhooks'),
  sso: t('single_sign_on'),
  logins: t('sessions_and_apps'),
  audit: t('audit_log'),
} as const;
