/** What is kept of a visitor's check, by what it tells. A test holds the columns against the schema of the database. */
export interface DataMapEntry {
  name: (typeof names)[number]
  /** `table.column` of the schema `captcha`. */
  columns: readonly string[]
  /**
   * `log`: deleted when the row leaves the log. `history`: 30 days at most, and no longer than the log. `counts`: stays, and names
   * nobody.
   */
  retention: 'log' | 'history' | 'counts'
}

const names = [
  'reference',
  'times',
  'page',
  'software',
  'network',
  'effort',
  'verdict',
  'retrieval',
  'label',
  'owner',
  'history',
  'evidence',
] as const

/** Tables that keep something of single visitors, or of their networks. */
export const mappedTables = [
  'verifications',
  'redemptions',
  'feedback',
  'network_history',
  'labelled_evidence',
] as const

const of = (table: (typeof mappedTables)[number], ...columns: string[]) => columns.map((column) => `${table}.${column}`)

export const dataMap: readonly DataMapEntry[] = [
  {
    name: 'reference',
    columns: [
      ...of('verifications', 'id'),
      ...of('redemptions', 'verification_id'),
      ...of('feedback', 'verification_id'),
    ],
    retention: 'log',
  },
  {
    name: 'times',
    columns: [
      ...of('verifications', 'issued_at', 'finished_at'),
      ...of('redemptions', 'issued_at', 'fetched_at', 'last_fetched_at'),
      ...of('feedback', 'issued_at', 'given_at'),
    ],
    retention: 'log',
  },
  { name: 'page', columns: of('verifications', 'hostname', 'action'), retention: 'log' },
  {
    name: 'software',
    columns: of('verifications', 'browser', 'operating_system', 'device', 'language'),
    retention: 'log',
  },
  {
    name: 'network',
    columns: [
      ...of('verifications', 'network', 'country', 'asn', 'network_kind'),
      ...of('redemptions', 'same_network'),
    ],
    retention: 'log',
  },
  { name: 'effort', columns: of('verifications', 'round', 'check_ms', 'work_ms', 'work_hashes'), retention: 'log' },
  {
    name: 'verdict',
    columns: of(
      'verifications',
      'outcome',
      'score',
      'shadow_score',
      'reasons',
      'decision',
      'rule',
      'bypass_key',
      'flags',
    ),
    retention: 'log',
  },
  { name: 'retrieval', columns: of('redemptions', 'n', 'granted', 'idempotency_keys'), retention: 'log' },
  { name: 'label', columns: of('feedback', 'label', 'given_by', 'comment'), retention: 'log' },
  {
    name: 'owner',
    columns: [
      ...of('verifications', 'site_id', 'environment_id'),
      ...of('redemptions', 'site_id'),
      ...of('feedback', 'site_id'),
    ],
    retention: 'log',
  },
  {
    name: 'history',
    columns: of('network_history', 'site_id', 'mark', 'day', 'verified', 'hour', 'in_hour', 'peak'),
    retention: 'history',
  },
  { name: 'evidence', columns: of('labelled_evidence', 'codes', 'label', 'n'), retention: 'counts' },
]
