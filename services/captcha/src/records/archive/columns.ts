import type { Verification } from '@bollard/contracts'
import type { SchemaElement } from 'hyparquet'

/** Rises when a column changes its meaning or goes; a new one at the end doesn't raise it. */
export const schemaVersion = 1

type Kind = 'text' | 'truth' | 'number' | 'int32' | 'int64' | 'time'

interface Column {
  readonly kind: Kind
  readonly isNullable: boolean
  readonly of: (verification: Verification) => string | boolean | number | bigint | Date | null
}

const required = (kind: Kind, of: Column['of']): Column => ({ kind, isNullable: false, of })
const nullable = (kind: Kind, of: Column['of']): Column => ({ kind, isNullable: true, of })
const timeOf = (text: string | null | undefined): Date | null => (text == null ? null : new Date(text))

/**
 * Every column of the archive but `reasons`, in order: what an export has, without what follows from another column. Times are UTC in
 * milliseconds, durations are milliseconds. `reasons` is a list of code, group, weight (log-odds) and bits.
 */
const columns = {
  verification_id: required('text', (v) => v.verificationId),
  solution_id: required('text', (v) => v.solutionId),
  started_at: required('time', (v) => new Date(v.startedAt)),
  finished_at: required('time', (v) => new Date(v.finishedAt)),
  environment_id: nullable('text', (v) => v.environment?.id ?? null),
  environment: nullable('text', (v) => v.environment?.name ?? null),
  outcome: required('text', (v) => v.outcome),
  score: nullable('number', (v) => v.score),
  decision: required('text', (v) => v.decision.type),
  rule_id: nullable('text', (v) => v.decision.rule?.id ?? null),
  rule: nullable('text', (v) => v.decision.rule?.name ?? null),
  rule_action: nullable('text', (v) => v.decision.rule?.action ?? null),
  bypass_key_id: nullable('text', (v) => v.decision.bypassKey?.id ?? null),
  bypass_key: nullable('text', (v) => v.decision.bypassKey?.name ?? null),
  hostname: required('text', (v) => v.hostname),
  action: nullable('text', (v) => v.action),
  browser: required('text', (v) => v.browser),
  operating_system: required('text', (v) => v.operatingSystem),
  device: required('text', (v) => v.device),
  language: nullable('text', (v) => v.language),
  network: required('text', (v) => v.network),
  country: nullable('text', (v) => v.country),
  asn: nullable('int64', (v) => (v.asn === null ? null : BigInt(v.asn))),
  operator: nullable('text', (v) => v.operator),
  network_kind: required('text', (v) => v.networkKind),
  risk_scoring: required('truth', (v) => v.riskScoring),
  minimal_data: required('truth', (v) => v.minimalData),
  check_ms: required('int32', (v) => v.checkMs),
  work_ms: required('int32', (v) => v.workMs),
  work_hashes: required('number', (v) => v.workHashes),
  work_algorithm: required('text', (v) => v.workAlgorithm),
  rounds: required('int32', (v) => v.rounds),
  first_fetched_at: nullable('time', (v) => timeOf(v.firstFetchedAt)),
  last_fetched_at: nullable('time', (v) => timeOf(v.lastFetchedAt)),
  retrievals: required('int32', (v) => v.retrievals),
  same_network: nullable('truth', (v) => v.sameNetwork),
  feedback: nullable('text', (v) => v.feedback?.label ?? null),
  feedback_by: nullable('text', (v) => v.feedback?.by ?? null),
  feedback_at: nullable('time', (v) => timeOf(v.feedback?.at)),
  feedback_comment: nullable('text', (v) => v.feedback?.comment ?? null),
} satisfies Record<string, Column>

const table: readonly (readonly [name: string, column: Column])[] = Object.entries(columns)

const elements: Record<Kind, Partial<SchemaElement>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  truth: { type: 'BOOLEAN' },
  number: { type: 'DOUBLE' },
  int32: { type: 'INT32' },
  int64: { type: 'INT64' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
}

/** The schema as Parquet writes it. */
export const parquetSchema: SchemaElement[] = [
  { name: 'verifications', num_children: table.length + 1 },
  ...table.map(([name, { kind, isNullable }]) => ({
    name,
    ...elements[kind],
    repetition_type: isNullable ? ('OPTIONAL' as const) : ('REQUIRED' as const),
  })),
  { name: 'reasons', repetition_type: 'REQUIRED', converted_type: 'LIST', num_children: 1 },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  { name: 'element', repetition_type: 'REQUIRED', num_children: 4 },
  { name: 'code', ...elements.text, repetition_type: 'REQUIRED' },
  { name: 'group', ...elements.text, repetition_type: 'REQUIRED' },
  { name: 'weight', ...elements.number, repetition_type: 'REQUIRED' },
  { name: 'bits', ...elements.number, repetition_type: 'OPTIONAL' },
]

/** Verifications column by column. */
export function toColumns(verifications: readonly Verification[]): { name: string; data: unknown[] }[] {
  return [
    ...table.map(([name, { of }]) => ({ name, data: verifications.map(of) })),
    { name: 'reasons', data: verifications.map(({ reasons }) => reasons) },
  ]
}
