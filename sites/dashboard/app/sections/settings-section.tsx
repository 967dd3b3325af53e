import { ProblemAlert, type ShownProblem, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Button, buttonClass, Card, CardHeader, classNames } from '@bollard/ui'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Form, useNavigation } from 'react-router'
import { HeldBy } from '../forms/held-by.tsx'
import { isSame } from '../forms/merge-changes.ts'
import { useUnsaved } from '../forms/unsaved-guard.tsx'
import { WhatIfAnswer } from '../captcha/what-if/what-if-answer.tsx'
import { WhatIfDays } from '../captcha/what-if/what-if-days.tsx'
import type { SettingsAnswer } from './save-section.server.ts'
import { SettingConflict } from './setting-conflict.tsx'
import { readValues, type Values } from './setting-values.ts'
import { useSections } from './use-sections.ts'

/** What the fields of a section need. */
export interface SectionForm {
  /** What the fields begin with. */
  shown: Values
  /** What stands in them now. */
  draft: Values
  /** What is wrong with a field, in a sentence. */
  errorOf: (name: string) => string | undefined
}

interface SettingsSectionProps {
  name: string
  title: string
  about?: ReactNode
  /** Names of its fields, with what they are called. */
  labels: Readonly<Record<string, string>>
  saved: Values
  /** Sentences for refusals of this section by their code. */
  words?: Readonly<Record<string, string>>
  /** Codes that say better what is wrong with single fields. */
  faults?: Readonly<Record<string, string>>
  /** Whether it changes who gets through, so that it can be tried on earlier visitors first. */
  canBeTried?: boolean
  /** Goes with the form, beside the fields. */
  hidden?: Readonly<Record<string, string>>
  children: (form: SectionForm) => ReactNode
}

/**
 * The pattern of all settings of the dashboard. A page is a column of sections; each is a card with a form of its own and its own
 * "Save", so that saving one thing never saves another. Once something has changed, the bar with "Save" and "Discard" stays in sight
 * while the section is. Forms hold what is typed until the service has taken it: through refusals, through a conflict with somebody
 * else's change, which is settled field by field, and through signing in again. Only what was changed is sent (`mergeChanges`), leaving
 * the page asks first (`UnsavedGuard`), and what was saved is said by a notification. Everything works without scripts.
 */
export function SettingsSection(props: SettingsSectionProps) {
  const { name, saved } = props
  const answer = useSections().answers[name] ?? null
  const [discarded, setDiscarded] = useState<{ answer: SettingsAnswer | null; round: number }>({
    answer: null,
    round: 0,
  })
  const own = answer === discarded.answer ? null : answer
  return (
    <SectionCard
      // Anew for each answer and for what somebody else has saved in it; other sections keep what is typed into them.
      key={JSON.stringify([discarded.round, own?.typed, saved])}
      {...props}
      answer={own}
      onDiscard={() => setDiscarded(({ round }) => ({ answer, round: round + 1 }))}
    />
  )
}

function SectionCard({
  name,
  title,
  about,
  labels,
  saved,
  words = {},
  faults = {},
  canBeTried = false,
  hidden = {},
  answer,
  onDiscard,
  children,
}: SettingsSectionProps & { answer: SettingsAnswer | null; onDiscard: () => void }) {
  const { t } = useTranslation()
  const { mayChange } = useSections()
  const names = Object.keys(labels)
  const shown = answer?.typed ?? saved
  const [draft, setDraft] = useState(shown)
  const problem: ShownProblem | null = answer?.problem ?? null
  const { errorOf, formProps } = useFieldErrors(problem, faults)
  const isUnsaved = mayChange && !isSame(draft, saved)
  useUnsaved(isUnsaved)
  // What is typed until the page shows what was saved would go with the fields that show it.
  const isBeingSaved = useSent()?.get('section') === name
  return (
    <Card id={name} className="scroll-mt-20 sm:p-6">
      <CardHeader className={about ? '!mb-1' : undefined} title={title} />
      {about ? <p className="mb-5 max-w-[44rem] text-sm text-ink-2">{about}</p> : null}
      <Form
        method="post"
        preventScrollReset
        // What has the focus lies neither below the bar of the page nor below that of the section.
        className="**:scroll-mt-20 **:scroll-mb-24"
        {...formProps}
        onInput={(event: FormEvent<HTMLFormElement>) => {
          formProps.onInput(event)
          setDraft(readValues(new FormData(event.currentTarget), names))
        }}
      >
        <input type="hidden" name="section" value={name} />
        <input type="hidden" name="base" value={JSON.stringify(answer?.conflict?.current ?? saved)} />
        {Object.entries(hidden).map(([of, value]) => (
          <input key={of} type="hidden" name={of} value={value} />
        ))}
        <HeldBy />
        <div className="grid gap-5">
          <ProblemAlert
            problem={problem}
            words={{ 'solution-locked': t(($) => $.settings.locked), ...words }}
            labels={labels}
            errorOf={errorOf}
          />
          {answer?.conflict && answer.typed ? (
            <SettingConflict conflict={answer.conflict} mine={answer.typed} labels={labels} />
          ) : null}
          <fieldset disabled={!mayChange || isBeingSaved} className="grid min-w-0 gap-6">
            <legend className="sr-only">{title}</legend>
            {children({ shown, draft, errorOf })}
          </fieldset>
          {answer?.tried ? <WhatIfAnswer result={answer.tried} isStale={!isSame(draft, answer.typed)} /> : null}
        </div>
        {mayChange ? (
          <SaveBar isUnsaved={isUnsaved} canBeTried={canBeTried} section={name} onDiscard={onDiscard} />
        ) : null}
      </Form>
    </Card>
  )
}

/** What is being sent. A trial is answered before the rest of the page has been loaded anew, and can be saved from then on. */
function useSent(): FormData | null {
  const { state, formData } = useNavigation()
  const isSending = useIsSending()
  return !isSending || formData === undefined || (state === 'loading' && formData.get('do') === 'try') ? null : formData
}

function SaveBar({
  isUnsaved,
  canBeTried,
  section,
  onDiscard,
}: {
  isUnsaved: boolean
  canBeTried: boolean
  section: string
  onDiscard: () => void
}) {
  const { t } = useTranslation()
  const sending = useSent()
  const isSending = sending !== null
  const sent = sending?.get('section') === section ? sending.get('do') : null
  return (
    <div
      className={classNames(
        '-mx-5 mt-6 -mb-5 flex flex-wrap items-center gap-x-3 gap-y-2.5 rounded-b-lg border-t border-line bg-surface px-5 py-3.5 sm:-mx-6 sm:-mb-6 sm:px-6',
        isUnsaved && 'sticky bottom-0 z-10',
      )}
    >
      <Button type="submit" name="do" value="save" variant="primary" size="dense" aria-disabled={isSending}>
        {sent === 'save' ? t(($) => $.settings.saving) : t(($) => $.settings.save)}
      </Button>
      {canBeTried ? (
        <>
          <button
            type="submit"
            name="do"
            value="try"
            aria-disabled={isSending}
            onClick={(event) => isSending && event.preventDefault()}
            className={buttonClass({ size: 'dense' })}
          >
            {sent === 'try' ? t(($) => $.whatIf.trying) : t(($) => $.whatIf.ask)}
          </button>
          <WhatIfDays />
        </>
      ) : null}
      {isUnsaved ? (
        <span className="flex items-center gap-2 text-sm text-ink-2 sm:ms-auto">
          <output>{t(($) => $.captchaSettings.unsaved)}</output>
          <Button variant="quiet" size="dense" onClick={onDiscard}>
            {t(($) => $.captchaSettings.discard)}
          </Button>
        </span>
      ) : null}
    </div>
  )
}
