import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DoneToast } from '../forms/done-toast.tsx'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import type { SettingsAnswer } from './save-section.server.ts'
import type { Values } from './setting-values.ts'
import { SectionsProvider } from './use-sections.ts'

interface SectionsProps {
  /** Whether this person may change anything, now. */
  mayChange: boolean
  answer: SettingsAnswer | undefined
  /** What somebody had typed before they had to sign in again. */
  held: { section: string; typed: Values } | null
  children: ReactNode
}

/** The column of sections of a page of settings. See `SettingsSection`. */
export function Sections({ mayChange, answer, held, children }: SectionsProps) {
  const { t } = useTranslation()
  const answers = useAnswers(answer, held)
  const sections = useMemo(() => ({ answers, mayChange }), [answers, mayChange])
  return (
    <SectionsProvider value={sections}>
      <UnsavedGuard>
        <div className="grid max-w-[56rem] gap-4">
          {isDone(answer) ? <DoneToast>{t(($) => $.captchaSettings.saved)}</DoneToast> : null}
          {children}
        </div>
      </UnsavedGuard>
    </SectionsProvider>
  )
}

function isDone(answer: SettingsAnswer | undefined): boolean {
  return answer?.did === 'save' && answer.problem === null && answer.conflict === null
}

/** The last answer to each section: one to another section takes nothing from what stands in this one. */
function useAnswers(
  answer: SettingsAnswer | undefined,
  held: SectionsProps['held'],
): Readonly<Record<string, SettingsAnswer>> {
  const [known, setKnown] = useState<{ last: SettingsAnswer | undefined; answers: Record<string, SettingsAnswer> }>(
    () => ({
      last: undefined,
      answers: held ? { [held.section]: { ...held, did: 'save', problem: null, conflict: null, tried: null } } : {},
    }),
  )
  if (answer === undefined || answer === known.last) return known.answers
  const answers = { ...known.answers, [answer.section]: answer }
  setKnown({ last: answer, answers })
  return answers
}
