import { textOf } from '@bollard/site-kit'
import type { Problem, SolutionLockUpdate } from '@bollard/contracts'
import { apiOf, attempt, load } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import {
  fieldsOf,
  type GeneralField,
  type GeneralFields,
  readFields,
  type TypedFields,
  typeFields,
} from './general-fields.ts'
import { mergeChanges } from '../../forms/merge-changes.ts'

export type Deed = 'save' | 'endManagement' | 'lock' | 'unlock' | 'acceptAgreement'

/** What somebody else saved meanwhile, in the fields that this person has changed too. */
export interface Conflict {
  fields: GeneralField[]
  current: GeneralFields
  version: number
}
export interface GeneralAnswer {
  did: Deed
  problem: Problem | null
  conflict: Conflict | null
  /** What the form of the fields shows now; null where it shows what is saved. */
  typed: TypedFields | null
}
interface Sender {
  context: Readonly<RouterContextProvider>
  request: Request
  solutionId: string
}

/** Carries out one form of the page. Null when it names nothing that can be done here. */
export async function changeGeneral(sender: Sender): Promise<GeneralAnswer | null> {
  const form = await sender.request.formData()
  const deed = textOf(form, 'do')
  if (deed === 'save') return save(sender, form)
  const { context, request, solutionId } = sender
  const api = apiOf(context, request)
  const calls = {
    endManagement: async () => {
      const { version } = await api.getSolution({ solutionId })
      return api.updateSolution({ solutionId, solutionUpdateDto: { managementOrganizationId: null, version } })
    },
    lock: () => api.lockSolution({ solutionId, solutionLockUpdateDto: ownLock(form) }),
    unlock: () =>
      api.unlockSolution({
        solutionId,
        solutionUnlockDto: { lockId: textOf(form, 'lockId'), reasonResolved: 'OWNER_REQUEST' },
      }),
    acceptAgreement: () =>
      api.acceptProcessingAgreement({ solutionId, processingAgreementDto: { version: textOf(form, 'dpaVersion') } }),
  }
  if (deed !== 'endManagement' && deed !== 'lock' && deed !== 'unlock' && deed !== 'acceptAgreement') return null
  const answer = await attempt<unknown>(calls[deed]())
  if (!answer.ok && answer.problem.status === 401) await load(context, request, api.getSolution({ solutionId }))
  return { did: deed, problem: answer.ok ? null : answer.problem, conflict: null, typed: null }
}

function ownLock(form: FormData): SolutionLockUpdate {
  return {
    reason: 'OWNER_REQUEST',
    effect: textOf(form, 'effect') === 'READ_ONLY' ? 'READ_ONLY' : 'REFUSE',
    publicMessage: {},
    notifyMembers: true,
  }
}

/** Saves only what was changed since the page was loaded, so that people who change different things do not disturb each other. */
async function save({ context, request, solutionId }: Sender, form: FormData): Promise<GeneralAnswer> {
  const api = apiOf(context, request)
  const typed: TypedFields = {
    label: textOf(form, 'label'),
    timezone: textOf(form, 'timezone'),
    language: textOf(form, 'language'),
    notificationEmails: textOf(form, 'notificationEmails'),
    usageAlertPercents: textOf(form, 'usageAlertPercents'),
  }
  for (let triesLeft = 3; ; triesLeft--) {
    const solution = await load(context, request, api.getSolution({ solutionId }))
    const current = fieldsOf(solution)
    const merged = mergeChanges(
      baseOf(form) ?? current,
      readFields(typed, current.usageAlertPercents !== null),
      current,
    )
    if (merged.conflicts.length > 0) {
      const conflict = { fields: merged.conflicts, current, version: solution.version }
      return { did: 'save', problem: null, conflict, typed: typeFields(merged.together) }
    }
    if (Object.keys(merged.changes).length === 0) return { did: 'save', problem: null, conflict: null, typed: null }
    const { usageAlertPercents, ...plain } = merged.changes
    const solutionUpdateDto = {
      ...plain,
      ...(usageAlertPercents ? { usageAlertPercents } : {}),
      version: solution.version,
    }
    const answer = await attempt(api.updateSolution({ solutionId, solutionUpdateDto }))
    if (answer.ok) return { did: 'save', problem: null, conflict: null, typed: null }
    // Somebody was faster between the two calls; what they changed is looked at in the next round.
    if (answer.problem.code === 'version-conflict' && triesLeft > 1) continue
    if (answer.problem.status === 401) await load(context, request, api.getSolution({ solutionId }))
    return { did: 'save', problem: answer.problem, conflict: null, typed }
  }
}

/** The fields as the page had shown them; null where the form does not say. */
function baseOf(form: FormData): GeneralFields | null {
  try {
    const base: unknown = JSON.parse(textOf(form, 'base'))
    return typeof base === 'object' && base !== null && 'label' in base ? (base as GeneralFields) : null
  } catch {
    return null
  }
}
