import { type AccountAction, accountActions } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { apiOf, load } from '@bollard/site-kit/server'
import { Button, ButtonLink, Card, EmptyState, Icon, SelectField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import { AccountPage } from '../account/account-page.tsx'
import { writeWhen } from '../account/when.ts'
import type { Route } from './+types/account-activity.ts'

const perPage = 25

/** In the order of the menu; an action that none of them names belongs to `account`. */
const groups = {
  session: ['session.', 'sessions.'],
  operator: ['operator-session.', 'change-mode.'],
  password: ['password'],
  passkey: ['passkey.'],
  totp: ['totp.', 'recovery-code'],
  factors: ['second-factor', 'new-factor.', 'factor-removal.'],
  email: ['email'],
  profile: ['profile.', 'notification-preferences.'],
  account: ['account'],
} as const satisfies Record<string, readonly string[]>
const groupNames = Object.keys(groups) as (keyof typeof groups)[]

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context, request)
  const search = new URL(request.url).searchParams
  const action = accountActions.find((known) => known === search.get('action')) ?? null
  const cursor = search.get('cursor')
  const [{ timezone }, { items, nextCursor }] = await Promise.all([
    load(context, request, api.getProfile()),
    load(
      context,
      request,
      api.listAccountAudit({ limit: perPage, ...(action ? { action } : {}), ...(cursor ? { cursor } : {}) }),
    ),
  ])
  const entries = items.map(({ id, at, actor, action: what, network }) => ({ id, at, by: actor.kind, what, network }))
  return { timezone, entries, nextCursor, action, isFirstPage: cursor === null }
}

/** The audit log of one's own account. */
export default function AccountActivity({ loaderData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { timezone, entries, nextCursor, action, isFirstPage } = loaderData
  const words = useActionWords()
  const older = new URLSearchParams({ ...(action ? { action } : {}), ...(nextCursor ? { cursor: nextCursor } : {}) })
  return (
    <AccountPage title={t(($) => $.account.sections.activity)} subtitle={t(($) => $.activity.subtitle)}>
      <Form method="get" className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow sm:max-w-80">
          <SelectField key={action} label={t(($) => $.activity.what)} name="action" defaultValue={action ?? ''}>
            <option value="">{t(($) => $.activity.everything)}</option>
            {groupNames.map((group) => (
              <optgroup key={group} label={t(($) => $.activity.groups[group])}>
                {accountActions.filter(isOf(group)).map((known) => (
                  <option key={known} value={known}>
                    {words(known)}
                  </option>
                ))}
              </optgroup>
            ))}
          </SelectField>
        </div>
        <Button type="submit">{t(($) => $.activity.show)}</Button>
        {action === null ? null : (
          <ButtonLink asChild variant="quiet">
            <Link to="?">{t(($) => $.activity.all)}</Link>
          </ButtonLink>
        )}
        <ButtonLink asChild variant="quiet" className="sm:ms-auto">
          <Link to={`/${params.language}/account/security`}>
            <Icon name="lock" />
            {t(($) => $.activity.secure)}
          </Link>
        </ButtonLink>
      </Form>
      <Card padded={false}>
        {entries.length === 0 ? (
          <EmptyState title={t(($) => $.activity.emptyTitle)}>{t(($) => $.activity.empty)}</EmptyState>
        ) : (
          <ol className="divide-y divide-line">
            {entries.map(({ id, at, by, what, network }) => (
              <li
                key={id}
                className="grid gap-x-5 gap-y-1 px-5 py-3.5 text-sm sm:grid-cols-[11rem_minmax(0,1fr)_auto] sm:px-6"
              >
                <time dateTime={at} className="tabular text-ink-3">
                  {writeWhen(language, timezone, at)}
                </time>
                <span className="min-w-0 font-[560] [overflow-wrap:anywhere]">{words(what)}</span>
                <span className="font-mono text-xs text-ink-3 sm:self-center">
                  {by === 'SYSTEM' || by === 'OPERATOR' ? t(($) => $.activity.by[by]) : network}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Card>
      <div className="flex flex-wrap items-center gap-3">
        <p className="me-auto text-xs text-ink-3">
          {t(($) => $.activity.zone, { zone: timezone === 'Etc/UTC' ? 'UTC' : timezone })}
        </p>
        {isFirstPage ? null : (
          <ButtonLink asChild size="dense">
            <Link to={action ? `?${new URLSearchParams({ action })}` : '?'}>{t(($) => $.activity.newest)}</Link>
          </ButtonLink>
        )}
        {nextCursor === null ? null : (
          <ButtonLink asChild size="dense">
            <Link to={`?${older}`}>{t(($) => $.activity.older)}</Link>
          </ButtonLink>
        )}
      </div>
    </AccountPage>
  )
}

/** Whether an action belongs to a group: the first group that names its beginning. */
function isOf(group: keyof typeof groups): (action: AccountAction) => boolean {
  return (action) => groupNames.find((name) => groups[name].some((start) => action.startsWith(start))) === group
}

/** What an entry says; a newer service may record what this site has no words for yet. */
function useActionWords(): (action: string) => string {
  const { t } = useTranslation()
  const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = t(($) => $.activity.actions, {
    returnObjects: true,
  })
  return (action) => {
    const [kind = '', verb = ''] = action.split('.')
    return texts[kind]?.[verb] ?? t(($) => $.activity.other)
  }
}
