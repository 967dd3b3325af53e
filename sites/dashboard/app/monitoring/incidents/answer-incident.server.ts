import type { IncidentAnswer, Problem } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { act, apiOf } from '@bollard/site-kit/server'
import type { Sender } from '../services/sender.ts'

export const incidentDeeds = ['ACKNOWLEDGE', 'COMMENT', 'RESOLVE', 'SET_CAUSE', 'SET_IMPACT', 'MERGE'] as const
export type IncidentDeed = (typeof incidentDeeds)[number]
export interface IncidentOutcome {
  did: IncidentDeed
  problem: Problem | null
  /** What was typed, while it is refused. */
  typed: string
}

/** Carries out one form of an incident. Null when it names nothing that can be done here. */
export async function answerIncident(sender: Sender, incidentId: string): Promise<IncidentOutcome | null> {
  const { context, request, solutionId } = sender
  const form = await request.formData()
  const did = incidentDeeds.find((deed) => deed === textOf(form, 'do'))
  if (did === undefined) return null
  const typed = textOf(form, did === 'MERGE' ? 'into' : 'text')
    .replaceAll('\r\n', '\n')
    .trim()
  const call = apiOf(context, request).answerMonitoringIncident({
    solutionId,
    incidentId,
    incidentAnswerDto: answerOf(did, typed),
  })
  const answer = await act(sender, call)
  return answer.ok ? { did, problem: null, typed: '' } : { did, problem: answer.problem, typed }
}

function answerOf(action: IncidentDeed, typed: string): IncidentAnswer {
  if (action === 'MERGE') return { action, into: typed }
  if (action === 'ACKNOWLEDGE' || action === 'RESOLVE') return { action, text: typed === '' ? null : typed }
  return { action, text: typed }
}
