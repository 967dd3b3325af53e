/** What a legal text may say of the operator: `{operator.legalName}` in a line, `<When has="vatId">` around what depends on it. */
export const operatorFields = [
  'legalName',
  'street',
  'line2',
  'postalCode',
  'city',
  'region',
  'country',
  'email',
  'contactName',
  'phone',
  'representatives',
  'registerCourt',
  'registerNumber',
  'vatId',
  'taxNumber',
  'supervisoryAuthority',
  'privacyEmail',
  'privacyOfficer',
  'hosting',
  'subprocessors',
  'jurisdiction',
  'governingLaw',
  'website',
  // Promised in contracts.
  'availability',
  'supportHours',
  // In days, where what leaves the log is archived.
  'archiveDays',
  // Which processors the operator has switched on.
  'stripe',
  'googleAds',
  // What the website measures.
  'sessionReplay',
  'pageViews',
  'performance',
  'countedWithConsent',
] as const
export type OperatorField = (typeof operatorFields)[number]
export type OperatorValues = Readonly<Partial<Record<OperatorField, string>>>

export const isOperatorField = (name: string): name is OperatorField => operatorFields.some((field) => field === name)

/** The field that an expression of a legal text names; null for any other expression. */
export function operatorFieldIn(expression: string): string | null {
  return /^operator\.([A-Za-z\d]+)$/u.exec(expression.trim())?.[1] ?? null
}
