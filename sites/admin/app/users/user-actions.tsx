import type { PersonFile, Problem } from '@bollard/contracts'
import { ProblemAlert, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Button, Card, CardHeader, TextField } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'

type Intent =
  | 'view'
  | 'verify'
  | 'reset'
  | 'end-sessions'
  | 'factors'
  | 'suspend'
  | 'lift'
  | 'export'
  | 'delete'
  | 'grant'
  | 'revoke'
interface Deletion {
  readonly blockers: readonly { readonly name: string }[]
  readonly leaves: readonly { readonly name: string }[]
}
interface UserActionsProps {
  person: PersonFile
  deletion: Deletion
  problem: Problem | null
  /** The form that was sent last. */
  intent: string | null
}

/** Everything that an operator may do with this account now, each with what follows from it. */
export function UserActions({ person, deletion, problem, intent }: UserActionsProps) {
  const { t } = useTranslation()
  const { emailVerified, isAdmin, suspendedAt, deletionAt, factors, sessions, factorsRemovedAt } = person
  const hasFactor = factors.some(({ kind }) => kind !== 'RECOVERY_CODE')
  const forms: [Intent, boolean, ReactNode?][] = [
    ['view', !isAdmin],
    ['verify', !emailVerified],
    ['reset', emailVerified],
    ['end-sessions', sessions.length > 0],
    ['factors', !isAdmin && hasFactor && factorsRemovedAt === null],
    ['suspend', !isAdmin && suspendedAt === null],
    ['lift', suspendedAt !== null],
    ['export', true],
    ['grant', !isAdmin && emailVerified && suspendedAt === null && deletionAt === null],
    ['revoke', isAdmin],
    ['delete', !isAdmin && deletionAt === null, <DeletionPreview key="preview" {...deletion} />],
  ]
  return (
    <section aria-labelledby="actions">
      <h2 id="actions" className="mb-3 text-lg">
        {t(($) => $.users.actions.title)}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
        {forms
          .filter(([, isPossible]) => isPossible)
          .map(([name, , children]) => (
            <ActionForm key={name} intent={name} problem={intent === name ? problem : null}>
              {children}
            </ActionForm>
          ))}
      </div>
    </section>
  )
}

function DeletionPreview({ blockers, leaves }: Deletion) {
  const { t } = useTranslation()
  const names = (all: Deletion['leaves']) => all.map(({ name }) => name).join(', ')
  if (blockers.length > 0) return <p>{t(($) => $.users.actions.delete.blocked, { names: names(blockers) })}</p>
  return leaves.length > 0 ? <p>{t(($) => $.users.actions.delete.leaves, { names: names(leaves) })}</p> : null
}

const withoutReason: ReadonlySet<Intent> = new Set(['end-sessions', 'lift'])
const onEvidence: ReadonlySet<Intent> = new Set(['verify', 'factors'])
const ofTwo: ReadonlySet<Intent> = new Set(['grant', 'revoke', 'delete'])
const grave: ReadonlySet<Intent> = new Set(['suspend', 'delete', 'revoke'])

function ActionForm({ intent, problem, children }: { intent: Intent; problem: Problem | null; children: ReactNode }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(problem)
  const title = t(($) => $.users.actions[intent].title)
  return (
    <Card className="min-w-0 [overflow-wrap:anywhere]">
      <CardHeader title={title} level="h3" />
      <Form
        method="post"
        className="grid grid-cols-[minmax(0,1fr)] gap-3"
        {...formProps}
        reloadDocument={intent === 'view'}
      >
        <p className="text-ink-2">{t(($) => $.users.actions[intent].text)}</p>
        {children}
        <ProblemAlert problem={problem} />
        {withoutReason.has(intent) ? null : (
          <TextField
            id={`${intent}-reason`}
            label={onEvidence.has(intent) ? t(($) => $.users.actions.evidence) : t(($) => $.users.actions.reason)}
            name="reason"
            error={errorOf(onEvidence.has(intent) ? 'evidence' : 'reason')}
            required
            minLength={10}
            maxLength={500}
          />
        )}
        {ofTwo.has(intent) ? (
          <TextField
            id={`${intent}-email`}
            label={t(($) => $.users.actions.confirmEmail)}
            name="confirmEmail"
            type="email"
            autoComplete="off"
            error={errorOf('confirmEmail')}
            required
          />
        ) : null}
        <Button
          type="submit"
          variant={grave.has(intent) ? 'danger' : 'line'}
          name="intent"
          value={intent}
          aria-disabled={isSending}
          className="justify-self-start"
        >
          {title}
        </Button>
      </Form>
    </Card>
  )
}
