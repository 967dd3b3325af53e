import { type ShownProblem, useIsSending } from '@bollard/site-kit'
import { Button, Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { ProblemAlert } from '../problem-alert.tsx'

/** Says where invoices go as long as nobody has confirmed an e-mail, and sends the mail that asks once more. */
export function UnconfirmedEmails({ emails, problem }: { emails: readonly string[]; problem: ShownProblem | null }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  return (
    <Card>
      <CardHeader title={t(($) => $.billing.address.unconfirmedTitle)} className="!mb-2" />
      {problem ? <ProblemAlert problem={problem} className="mb-3" /> : null}
      <ul className="mb-2 text-sm [overflow-wrap:anywhere]">
        {emails.map((email) => (
          <li key={email}>{email}</li>
        ))}
      </ul>
      <p className="text-sm text-ink-2">{t(($) => $.billing.address.unconfirmed)}</p>
      <Form method="post" className="mt-4">
        <Button type="submit" size="dense" name="intent" value="ask-again" aria-disabled={isSending}>
          {t(($) => $.billing.address.askAgain)}
        </Button>
      </Form>
    </Card>
  )
}
