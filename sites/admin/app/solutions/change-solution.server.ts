import { effectsOfReason, type LockReason, lockReasons, planLimitsSchema } from '@bollard/contracts'
import type { RouterContextProvider } from 'react-router'
import { type Fields, given, runIntent } from '../frame/run-intent.server.ts'
import { overridable } from './overridable.ts'

interface Asked {
  request: Request
  context: Readonly<RouterContextProvider>
}

/** Everything that the page of a solution changes. */
export function changeSolution(asked: Asked, solutionId: string) {
  return runIntent(asked, {
    lock: (api, fields) => api.lockSolution({ solutionId, solutionLockUpdateDto: lockOf(fields) }),
    unlock: (api, fields) =>
      api.unlockSolution({ solutionId, solutionUnlockDto: { lockId: fields('id'), note: fields('note') } }),
    override: (api, fields) =>
      api.setPlanOverride({
        solutionId,
        planOverrideDto: { limits: limitsOf(fields), until: endOf(fields('until')), reason: fields('reason') },
      }),
    endOverride: (api) => api.endPlanOverride({ solutionId }),
    revokeKey: (api, fields) =>
      api.revokeApiKeyAsOperator({
        solutionId,
        apiKeyId: fields('id'),
        apiKeyRevocationDto: { reason: fields('reason') },
      }),
    correct: (api, fields) =>
      api.createAccountingCorrection({
        solutionId,
        accountingCorrectionDto: { period: fields('period'), reason: fields('reason') },
      }),
  })
}

function lockOf(fields: Fields) {
  const typed = fields('reason')
  const reason: LockReason = lockReasons.find((one) => one === typed) ?? 'ABUSE'
  const effect = effectsOfReason[reason].find((one) => one === fields('effect'))
  return {
    reason,
    ...(effect === undefined ? {} : { effect }),
    ...given('internalNote', fields('internalNote')),
    publicMessage: { ...given('en', fields('messageEn')), ...given('de', fields('messageDe')) },
    notifyMembers: fields('notify') === 'on',
  }
}

function limitsOf(fields: Fields) {
  const typed = overridable.flatMap((name) => (fields(name) === '' ? [] : [[name, Number(fields(name))] as const]))
  return planLimitsSchema.partial().catch({}).parse(Object.fromEntries(typed))
}

/** The end of a day that was typed, in UTC. */
function endOf(day: string): string {
  return `${day}T23:59:59Z`
}
