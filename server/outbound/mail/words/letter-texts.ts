/** The sentences of the mails: every language has all of them. Times, sums and names are put in by `letter-words.ts`. */
export interface LetterTexts {
  /** Between a label and its value. */
  readonly colon: string;
  readonly greeting: (name: string) => string;
  readonly confirmed: {
    readonly subject: (event: string) => string;
    readonly opening: (event: string) => string;
    readonly page: string;
    /** @param minutes for which the code in the picture is valid */
    readonly picture: (minutes: number) => string;
    readonly closing: string;
  };
  readonly cancelled: {
    readonly subject: (event: string) => string;
    readonly opening: (event: string) => string;
    /** @param sum with its currency */
    readonly refund: (sum: string) => string;
    readonly closing: string;
  };
  readonly labels: {
    readonly ticket: string;
    readonly number: string;
    readonly begins: string;
    readonly ends: string;
    readonly where: string;
    readonly open: string;
  };
  /** Of the picture, for those who do not see it. */
  readonly qrCode: string;
  /** In the calendar, before the address of the ticket page. */
  readonly yourTicket: string;
}
