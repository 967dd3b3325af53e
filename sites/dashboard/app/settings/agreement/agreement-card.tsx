import type { ProcessingAgreement } from '@bollard/contracts'
import { Moment, ProblemAlert, type ShownProblem, useIsSending } from '@bollard/site-kit'
import { Alert, Button, Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { AgreementLink } from './agreement-link.tsx'
import { isAgreementOpen } from './is-agreement-open.ts'

interface AgreementCardProps {
  agreement: ProcessingAgreement
  mayAccept: boolean
  problem: ShownProblem | null
}

/** The operator's agreement about processing visitors' data: what was accepted by whom, and what waits for it. Nothing at all where there is none. */
export function AgreementCard({ agreement: { offered, accepted }, mayAccept, problem }: AgreementCardProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  if (offered === null && accepted.length === 0) return null
  const isOpen = isAgreementOpen({ offered, accepted })
  return (
    <Card className="grid gap-3 sm:p-6" id="agreement">
      <CardHeader title={t(($) => $.agreement.title)} className="!mb-0" />
      <ProblemAlert problem={problem} words={{ 'validation-failed': t(($) => $.agreement.replaced) }} />
      {isOpen ? (
        <Alert kind="warning" title={t(($) => $.agreement.openTitle)}>
          {mayAccept ? t(($) => $.agreement.openText) : t(($) => $.agreement.openForAdmins)}
        </Alert>
      ) : null}
      {offered === null ? null : (
        <p className="text-sm">
          <AgreementLink dpa={offered} />
        </p>
      )}
      {accepted.length > 0 ? (
        <ul className="grid gap-1 text-sm text-ink-2">
          {accepted.map(({ version, acceptedAt, acceptedBy }) => (
            <li key={version}>
              {t(($) => $.agreement.accepted, { version, name: acceptedBy.name ?? t(($) => $.agreement.formerMember) })}{' '}
              <Moment at={acceptedAt} />
            </li>
          ))}
        </ul>
      ) : null}
      {isOpen && offered !== null && mayAccept ? (
        <Form method="post">
          <input type="hidden" name="do" value="acceptAgreement" />
          <input type="hidden" name="dpaVersion" value={offered.version} />
          <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
            {t(($) => $.agreement.accept, { version: offered.version })}
          </Button>
        </Form>
      ) : null}
    </Card>
  )
}
