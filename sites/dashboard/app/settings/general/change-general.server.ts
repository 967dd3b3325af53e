import type { Problem, Solution, SolutionLockUpdate, SolutionUpdate } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { apiOf, attempt, load } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import { saveChanges, type SettingsAnswer } from '../../sections/save-section.server.ts'
import type { Values } from '../../sections/setting-values.ts'

export type Deed = 'endManagement' | 'lock' | 'unlock' | 'acceptAgreement'

export interface GeneralAnswer {
  /** Of the section that was saved; null where something else was asked for. */
  settings: SettingsAnswer | null
  deed: { did: Deed; problem: Problem | null } | null
}
interface Sender {
  context: Readonly<RouterContextProvider>
  request: Request
  solutionId: string
}

/** The fields of each section of the page. */
export const sections = {
  general: ['label', 'timezone'],
  notifications: ['notificationEmails', 'language', 'usageAlertPercents'],
} as const

/** The fields of the page as they are saved. `usageAlertPercents` is left out where billing knows nothing of the solution. */
export function savedOf({ label, timezone, language, notificationEmails, billing }: Solution): Values {
  return {
    label,
    timezone,
    language,
    notificationEmails,
    ...(billing === null ? {} : { usageAlertPercents: billing.usageAlertPercents }),
  }
}

/** Carries out one form of the page. Null when it names nothing that can be done here. */
export async function changeGeneral(sender: Sender): Promise<GeneralAnswer | null> {
  const form = await sender.request.formData()
  if (form.has('section')) return saveSection(sender, form)
  const deed = textOf(form, 'do')
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
  return { settings: null, deed: { did: deed, problem: answer.ok ? null : answer.problem } }
}

async function saveSection(sender: Sender, form: FormData): Promise<GeneralAnswer | null> {
  const section = textOf(form, 'section')
  if (section !== 'general' && section !== 'notifications') return null
  const { context, request, solutionId } = sender
  const api = apiOf(context, request)
  const names = sections[section].filter((name) => name !== 'usageAlertPercents' || form.has(name))
  const answer = await saveChanges({ ...sender, ownerId: solutionId }, form, names, {
    read: () => load(context, request, api.getSolution({ solutionId })),
    valuesOf: (solution) => Object.fromEntries(names.map((name) => [name, savedOf(solution)[name]])),
    write: ({ version }, changes) =>
      api.updateSolution({
        solutionId,
        solutionUpdateDto: { ...(changes as Omit<SolutionUpdate, 'version'>), version },
      }),
  })
  return { settings: { section, ...answer }, deed: null }
}

function ownLock(form: FormData): SolutionLockUpdate {
  return {
    reason: 'OWNER_REQUEST',
    effect: textOf(form, 'effect') === 'READ_ONLY' ? 'READ_ONLY' : 'REFUSE',
    publicMessage: {},
    notifyMembers: true,
  }
}
