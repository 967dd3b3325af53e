import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { Form, useLocation } from 'react-router'
import type { PutAsideNotice } from './put-aside-cookie.ts'

/** Puts a notice aside for a day and stays on the page; it works without scripts. */
export function PutAsideForm({ notice }: { notice: PutAsideNotice }) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const { pathname, search } = useLocation()
  return (
    <Form method="post" action={`/${language}/put-aside`} preventScrollReset>
      <input type="hidden" name="notice" value={notice} />
      <input type="hidden" name="returnTo" value={`${urls.dashboard}${pathname}${search}`} />
      <button type="submit" className="rounded-sm text-ink-2 hover:text-ink touch:min-h-11">
        {t(($) => $.settings.factor.later)}
      </button>
    </Form>
  )
}
