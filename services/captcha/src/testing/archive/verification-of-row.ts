import { type Verification, verificationSchema } from '@bollard/contracts'

/** A row of the archive as the verification that it was. Throws where it is none. */
export function verificationOfRow(row: Readonly<Record<string, unknown>>): Verification {
  return verificationSchema.parse({
    verificationId: row['verification_id'],
    solutionId: row['solution_id'],
    environment: row['environment_id'] === null ? null : { id: row['environment_id'], name: row['environment'] },
    decision: {
      type: row['decision'],
      rule: row['rule_id'] === null ? null : { id: row['rule_id'], name: row['rule'], action: row['rule_action'] },
      bypassKey: row['bypass_key_id'] === null ? null : { id: row['bypass_key_id'], name: row['bypass_key'] },
    },
    outcome: row['outcome'],
    passed: row['outcome'] !== 'REFUSED',
    score: row['score'],
    reasons: listOf(row['reasons']).map(({ bits, ...reason }) => (bits === null ? reason : { ...reason, bits })),
    hostname: row['hostname'],
    action: row['action'],
    browser: row['browser'],
    operatingSystem: row['operating_system'],
    device: row['device'],
    language: row['language'],
    network: row['network'],
    country: row['country'],
    asn: row['asn'] === null ? null : Number(row['asn']),
    operator: row['operator'],
    networkKind: row['network_kind'],
    riskScoring: row['risk_scoring'],
    minimalData: row['minimal_data'],
    startedAt: textOf(row['started_at']),
    finishedAt: textOf(row['finished_at']),
    checkMs: row['check_ms'],
    workMs: row['work_ms'],
    workHashes: row['work_hashes'],
    workAlgorithm: row['work_algorithm'],
    rounds: row['rounds'],
    firstFetchedAt: textOf(row['first_fetched_at']),
    lastFetchedAt: textOf(row['last_fetched_at']),
    retrievals: row['retrievals'],
    sameNetwork: row['same_network'],
    feedback:
      row['feedback'] === null
        ? null
        : {
            label: row['feedback'],
            by: row['feedback_by'],
            at: textOf(row['feedback_at']),
            comment: row['feedback_comment'],
          },
  })
}

const textOf = (value: unknown): string | null => (value instanceof Date ? value.toISOString() : null)

function listOf(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value)) throw new TypeError('The reasons of an archived verification are no list')
  return value
}
