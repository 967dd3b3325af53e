import type { Security } from '@bollard/contracts'
import { useIsSending, useSite } from '@bollard/site-kit'
import { Alert, Button } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { writeWhen } from '../account/when.ts'

/** Says that all second factors will be removed, with a way to keep them, or that they were; nothing otherwise. */
export function FactorRemovalAlert({ removal, timezone }: { removal: Security['factorRemoval']; timezone: string }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const isSending = useIsSending()
  if (removal === null) return null
  const when = writeWhen(language, timezone, removal.at)
  if (removal.state === 'DONE') {
    return (
      <Alert kind="warning" title={t(($) => $.security.removal.doneTitle, { when })}>
        {t(($) => $.security.removal.doneText)}
      </Alert>
    )
  }
  return (
    <Alert kind="warning" title={t(($) => $.security.removal.waitsTitle, { when })}>
      <p>{t(($) => $.security.removal.waitsText)}</p>
      <Form method="post" action={`/${language}/account/security`} className="pt-3">
        <input type="hidden" name="intent" value="keepFactors" />
        <Button type="submit" aria-disabled={isSending}>
          {t(($) => $.security.removal.keep)}
        </Button>
      </Form>
    </Alert>
  )
}
