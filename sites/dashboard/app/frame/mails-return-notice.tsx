import { useSite } from '@bollard/site-kit'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { PutAsideForm } from './put-aside-form.tsx'

/** That mails to somebody's address come back, with the way to where that is mended. */
export function MailsReturnNotice({ email }: { email: string }) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  return (
    <div className="px-4 pt-4 print:hidden sm:px-8">
      <Alert kind="warning" title={t(($) => $.account.mailsReturn.title, { email })}>
        <p>{t(($) => $.account.mailsReturn.text)}</p>
        <div className="flex flex-wrap items-center gap-x-5">
          <a
            href={`${urls.identity}/${language}/account/email`}
            className="text-link inline-flex items-center touch:min-h-11"
          >
            {t(($) => $.account.mailsReturn.action)}
          </a>
          <PutAsideForm notice="mails" />
        </div>
      </Alert>
    </div>
  )
}
