/** Functions and aggregates of PostgreSQL that never answer null, whatever they are given. */
export const alwaysAnswers: ReadonlySet<string> = new Set([
  'array_append',
  'array_prepend',
  'clock_timestamp',
  'concat',
  'count',
  'cume_dist',
  'dense_rank',
  'gen_random_uuid',
  'json_build_array',
  'json_build_object',
  'jsonb_build_array',
  'jsonb_build_object',
  'ntile',
  'now',
  'percent_rank',
  'pg_backend_pid',
  'rank',
  'row_number',
  'set_config',
  'statement_timestamp',
  'transaction_timestamp',
])

/** Functions of PostgreSQL that yield sets without null. */
export const neverNullSets: ReadonlySet<string> = new Set([
  'generate_series',
  'generate_subscripts',
  'json_array_elements',
  'json_object_keys',
  'jsonb_array_elements',
  'jsonb_object_keys',
  'regexp_split_to_table',
])

/** Aggregates that are null for a single row. */
export const isOfSample = (name: string): boolean => /^(?:stddev|var|corr|covar|regr)/u.test(name)

const named: ReadonlySet<string> = new Set([
  'array_dims',
  'array_length',
  'array_lower',
  'array_ndims',
  'array_position',
  'array_upper',
  'current_setting',
  'regexp_match',
  'regexp_substr',
  'substring',
  'to_regclass',
])

/** What asks JSON or a range without looking into it. */
const ofWholes: ReadonlySet<string> = new Set([
  'jsonb_array_length',
  'jsonb_concat',
  'jsonb_contains',
  'jsonb_delete',
  'jsonb_eq',
  'jsonb_exists',
  'jsonb_ne',
  'jsonb_set',
  'jsonb_typeof',
  'range_contains_elem',
  'range_eq',
])

/**
 * Functions that may answer null without being given one. PostgreSQL does not tell, so these are the families that do: what looks
 * into JSON, ranges without a bound, patterns that may not match, what describes objects, and every function of our own.
 */
export function mayAnswerNull({ name, looksInto }: { readonly name: string; readonly looksInto: boolean }): boolean {
  return (
    name.includes('.') ||
    /^(?:pg_(?!try_advisory|advisory)|has_|col_|xpath)/u.test(name) ||
    named.has(name) ||
    (looksInto && !ofWholes.has(name))
  )
}
