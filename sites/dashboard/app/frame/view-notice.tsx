import type { SessionUser } from '@bollard/contracts'
import { useFormats, useSite } from '@bollard/site-kit'
import { Alert, Button } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import type { SignedIn } from './use-signed-in.ts'

interface ViewNoticeProps {
  view: NonNullable<SessionUser['view']>
  user: Pick<SignedIn['user'], 'givenName' | 'email'>
}

/** On every page while an operator looks at the dashboard as somebody else: as whom, why, until when, and the way out. */
export function ViewNotice({ view, user }: ViewNoticeProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { hour } = useFormats()
  return (
    <div className="px-4 pt-4 sm:px-8">
      <Alert kind="warning" title={t(($) => $.viewAs.title, { name: `${user.givenName} (${user.email})` })}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 [overflow-wrap:anywhere]">
            {t(($) => $.viewAs.text, { time: hour(view.until), reason: view.reason })}
          </p>
          <Form method="post" action={`/${language}/view-as`} reloadDocument>
            <Button type="submit" size="dense">
              {t(($) => $.viewAs.leave)}
            </Button>
          </Form>
        </div>
      </Alert>
    </div>
  )
}
