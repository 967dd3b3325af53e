import { useIsSending } from '@bollard/site-kit'
import { Alert, Button } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, Link, useLocation } from 'react-router'

interface MailsReturnAlertProps {
  email: string
  language: string
}

/** That mails to the address come back, with the two ways out: another address, or trying this one again. */
export function MailsReturnAlert({ email, language }: MailsReturnAlertProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { pathname } = useLocation()
  const page = `/${language}/account/email`
  return (
    <Alert kind="warning" title={t(($) => $.account.mailsReturn.title, { email })}>
      <p>{t(($) => $.account.mailsReturn.text)}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Form method="post" action={page}>
          <input type="hidden" name="intent" value="test" />
          <Button type="submit" size="dense" aria-disabled={isSending}>
            {t(($) => $.account.mailsReturn.test)}
          </Button>
        </Form>
        {pathname === page ? null : (
          <Link className="text-link inline-block py-2.5" to={page}>
            {t(($) => $.account.mailsReturn.change)}
          </Link>
        )}
      </div>
    </Alert>
  )
}
