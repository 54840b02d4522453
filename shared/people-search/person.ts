/** A person as the search knows them. Texts as they are shown; empty where there is none. */
export interface SearchablePerson {
  /** Any text without NUL. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly company: string;
  readonly ticketNumber: string;
}

export type SearchField = 'name' | 'company' | 'email' | 'ticketNumber';

/** Fields in the order of their weight: a name counts above a company, a company above an address. */
export const searchFields: readonly SearchField[] = ['name', 'company', 'email', 'ticketNumber'];
