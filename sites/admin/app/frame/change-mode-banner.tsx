import { useFormats, useSite } from '@bollard/site-kit'
import { Alert, Button } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, Link, useLocation } from 'react-router'
import { useOperator } from './use-operator.ts'

/** Whether anything can be changed at this moment, until when and why; and the way to switch it on or off. */
export function ChangeModeBanner() {
  const { t } = useTranslation()
  const { language } = useSite()
  const { hour } = useFormats()
  const { pathname, search } = useLocation()
  const changeMode = useOperator()?.changeMode ?? null
  const place = `/${language}/change-mode`
  if (pathname === place) return null
  const form = `${place}?${new URLSearchParams({ returnTo: `${pathname}${search}` })}`
  if (changeMode === null)
    return (
      <p className="mt-5 text-sm text-ink-2">
        {t(($) => $.changeMode.off)}{' '}
        <Link to={form} className="text-link">
          {t(($) => $.changeMode.switchOn)}
        </Link>
      </p>
    )
  const { until, reason, ticket } = changeMode
  return (
    <Alert kind="warning" title={t(($) => $.changeMode.on, { time: hour(until) })} className="mt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 [overflow-wrap:anywhere]">
          {reason}
          {ticket === null ? null : ` (${ticket})`}
        </p>
        <Form method="post" action={form}>
          <Button type="submit" size="dense" name="intent" value="end">
            {t(($) => $.changeMode.switchOff)}
          </Button>
        </Form>
      </div>
    </Alert>
  )
}

/** Stands where the change mode would show buttons: says how to get them. */
export function ChangeModeHint() {
  const { t } = useTranslation()
  return <p className="text-sm text-ink-3">{t(($) => $.changeMode.hint)}</p>
}
