import { evidenceKinds } from '@bollard/contracts'

/** What was typed about the verification of an organization, as the service takes it: a refusal without a reason is refused there. */
export function decisionOf(fields: (name: string) => string) {
  const decision = (['APPROVE', 'REJECT', 'REVOKE'] as const).find((one) => one === fields('decision')) ?? 'REJECT'
  const kind = evidenceKinds.find((one) => one === fields('evidenceKind')) ?? 'MANUAL'
  const [reason, note] = [fields('reason'), fields('evidenceNote')]
  return {
    decision,
    ...(reason === '' ? {} : { reason }),
    evidence: note === '' ? [] : [{ kind, note }],
  }
}
