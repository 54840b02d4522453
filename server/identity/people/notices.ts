/** Short mails about access: an invitation, a link to choose a password. What is said, not how it is sent. */
export interface Notice {
  /** The same at every attempt. */
  readonly messageId: string;
  readonly recipient: { readonly name: string; readonly email: string };
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly label: string; readonly url: string };
}

export type NoticeDelivery =
  | { readonly kind: 'sent'; readonly messageId: string }
  /** Worth another attempt. */
  | { readonly kind: 'later'; readonly problem: string }
  | { readonly kind: 'refused'; readonly problem: string };

export interface Notices {
  send(notice: Notice): Promise<NoticeDelivery>;
}
