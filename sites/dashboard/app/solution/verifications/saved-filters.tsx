import type { SavedFilter } from '@bollard/contracts'
import { ProblemAlert, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Alert, Button, classNames, Icon, TextField } from '@bollard/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import { lastingPart, type LogSearch, searchOf, writeSearch } from '../../captcha/log-filter/log-search.ts'
import { DoneToast } from '../../forms/done-toast.tsx'
import { Fold } from '../../forms/fold.tsx'
import { useCurrentSolution } from '../../frame/use-current-solution.ts'
import type { KeptFilter } from './keep-filter.server.ts'

interface SavedFiltersProps {
  saved: readonly SavedFilter[]
  /** The one that the page shows. */
  filter: LogSearch
  answer: KeptFilter | null
}

/** A person's own filters by name, and the forms that save, rename and delete them. Nothing as long as there is nothing to save. */
export function SavedFilters({ saved, filter, answer }: SavedFiltersProps) {
  const { t } = useTranslation()
  const shown = writeSearch(lastingPart(filter))
  const isVisit = useCurrentSolution()?.isVisit ?? false
  const canSave = !isVisit && shown !== '' && !saved.some((one) => writeSearch(searchOf(one.filters)) === shown)
  if (saved.length === 0 && !canSave) return answer === null ? null : <Answer answer={answer} />
  return (
    <div className="mb-4 grid gap-3">
      {answer === null ? null : <Answer answer={answer} />}
      <div className="flex flex-wrap items-start gap-2">
        {saved.length === 0 ? null : (
          <nav aria-label={t(($) => $.logFilter.saved.label)} className="contents">
            {saved.map((one) => {
              const address = writeSearch(searchOf(one.filters))
              return (
                <Link
                  key={one.id}
                  to={`?${address}`}
                  aria-current={address === shown ? 'true' : undefined}
                  className={classNames(
                    'inline-flex min-h-[2.125rem] max-w-full items-center gap-1.5 rounded-dense border px-3 text-sm [overflow-wrap:anywhere] touch:min-h-11',
                    address === shown
                      ? 'border-ink bg-sunken font-[560]'
                      : 'border-line-strong bg-surface hover:border-ink-3',
                  )}
                >
                  {one.name}
                </Link>
              )
            })}
          </nav>
        )}
        {canSave ? (
          <Fold label={t(($) => $.logFilter.saved.save)} isOpen={answer?.did === 'save' && answer.problem !== null}>
            <NameForm deed="save" answer={answer} />
          </Fold>
        ) : null}
        {saved.length === 0 ? null : (
          <Fold
            label={t(($) => $.logFilter.saved.manage)}
            variant="quiet"
            isOpen={answer !== null && answer.did !== 'save' && answer.problem !== null}
          >
            <ul className="grid w-full max-w-[40rem] divide-y divide-line rounded-lg border border-line bg-surface">
              {saved.map((one) => (
                <li key={one.id} className="flex flex-wrap items-end gap-2 px-4 py-3">
                  <NameForm key={one.name} deed="rename" id={one.id} name={one.name} answer={answer} />
                  <DeleteForm id={one.id} name={one.name} />
                </li>
              ))}
            </ul>
          </Fold>
        )}
      </div>
    </div>
  )
}

function Answer({ answer: { did, id, name, problem } }: { answer: KeptFilter }) {
  const { t } = useTranslation()
  if (problem === null)
    return <DoneToast key={`${did} ${id} ${name}`}>{t(($) => $.logFilter.saved.did[did])}</DoneToast>
  if (problem.code === 'not-found') return <Alert kind="warning">{t(($) => $.logFilter.saved.gone)}</Alert>
  return null
}

function NameForm({
  deed,
  id = '',
  name = '',
  answer,
}: {
  deed: 'save' | 'rename'
  id?: string
  name?: string
  answer: KeptFilter | null
}) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const isAnswered = answer?.did === deed && answer.id === id
  const problem = isAnswered && answer.problem?.code !== 'not-found' ? answer.problem : null
  const isTaken = problem?.code === 'state-conflict'
  // The same object as long as it is the same answer, or each rendering would be a new refusal.
  const shown = useMemo(
    () => (isTaken ? { ...problem, errors: [{ pointer: '/name', code: 'taken' }] } : problem),
    [problem, isTaken],
  )
  const { errorOf, formProps } = useFieldErrors(shown)
  const fieldError = errorOf('name')
  return (
    <Form
      method="post"
      preventScrollReset
      className={deed === 'save' ? 'grid w-full max-w-[26rem] gap-3' : 'flex min-w-52 flex-1 flex-wrap items-end gap-2'}
      {...formProps}
    >
      <input type="hidden" name="do" value={deed} />
      {id === '' ? null : <input type="hidden" name="savedFilterId" value={id} />}
      {problem === null || isTaken ? null : (
        <ProblemAlert problem={problem} words={{ 'quota-exceeded': t(($) => $.logFilter.saved.full) }} />
      )}
      <TextField
        id={`${deed}-name${id}`}
        className={deed === 'save' ? undefined : 'min-w-40 flex-1'}
        label={deed === 'save' ? t(($) => $.logFilter.saved.name) : t(($) => $.logFilter.saved.renameOne, { name })}
        hint={deed === 'save' ? t(($) => $.logFilter.saved.hint) : undefined}
        error={fieldError !== undefined && isTaken ? t(($) => $.logFilter.saved.taken) : fieldError}
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        defaultValue={problem === null ? name : (answer?.name ?? name)}
      />
      <Button
        type="submit"
        size="dense"
        variant={deed === 'save' ? 'primary' : 'line'}
        className={deed === 'save' ? 'justify-self-start' : 'mb-[.3125rem]'}
        aria-disabled={isSending}
      >
        {deed === 'save' ? t(($) => $.logFilter.saved.submit) : t(($) => $.logFilter.saved.rename)}
      </Button>
    </Form>
  )
}

function DeleteForm({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  return (
    <Form method="post" preventScrollReset className="mb-[.3125rem]">
      <input type="hidden" name="do" value="delete" />
      <input type="hidden" name="savedFilterId" value={id} />
      <Button
        type="submit"
        size="dense"
        aria-label={t(($) => $.logFilter.saved.deleteOne, { name })}
        aria-disabled={isSending}
      >
        <Icon name="trash" />
        {t(($) => $.logFilter.saved.delete)}
      </Button>
    </Form>
  )
}
