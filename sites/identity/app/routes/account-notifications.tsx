import { mailCategories } from '@bollard/contracts'
import { locales } from '@bollard/i18n'
import { ProblemAlert, useIsSending, useSite, textOf } from '@bollard/site-kit'
import { apiOf, attempt, load } from '@bollard/site-kit/server'
import { Alert, Button, Card, SelectField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form } from 'react-router'
import { AccountPage } from '../account/account-page.tsx'
import type { Route } from './+types/account-notifications.ts'

/** The categories come along, because the contracts' module would bring its validator into the browser. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return {
    categories: mailCategories,
    preferences: await load(context, request, apiOf(context, request).getNotificationPreferences()),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const isOn = (category: (typeof mailCategories)[number]) => form.has(category)
  const mails = {
    WEEKLY_REPORT: isOn('WEEKLY_REPORT'),
    USAGE_ALERTS: isOn('USAGE_ALERTS'),
    BILLING: isOn('BILLING'),
    ALERTS: isOn('ALERTS'),
  }
  const notificationPreferencesDto = { mails, weeklyReportDay: Number(textOf(form, 'weeklyReportDay')) }
  const answer = await attempt(apiOf(context, request).putNotificationPreferences({ notificationPreferencesDto }))
  if (answer.ok) return data({ sent: notificationPreferencesDto, problem: null })
  return data({ sent: notificationPreferencesDto, problem: answer.problem }, { status: answer.problem.status })
}

/** Monday to Sunday as ISO 8601 numbers them: the first of January 2024 was a Monday. */
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

export default function AccountNotifications({
  loaderData: { categories, preferences },
  actionData,
}: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const isSending = useIsSending()
  const shown = actionData?.sent ?? preferences
  const weekday = new Intl.DateTimeFormat(locales[language], { weekday: 'long', timeZone: 'UTC' })
  return (
    <AccountPage title={t(($) => $.account.sections.notifications)} subtitle={t(($) => $.notifications.subtitle)}>
      {actionData && !actionData.problem ? <Alert kind="success">{t(($) => $.notifications.saved)}</Alert> : null}
      <ProblemAlert problem={actionData?.problem} />
      <Form method="post" className="grid gap-6">
        <Card padded={false}>
          <fieldset>
            <legend className="sr-only">{t(($) => $.notifications.mails)}</legend>
            <ul className="divide-y divide-line">
              {categories.map((category) => (
                <li key={category}>
                  <label className="flex cursor-pointer items-start gap-3.5 px-5 py-4 hover:bg-sunken/60 sm:px-6">
                    <input
                      type="checkbox"
                      name={category}
                      defaultChecked={shown.mails[category]}
                      aria-labelledby={`${category}-name`}
                      aria-describedby={`${category}-about`}
                      className="mt-0.5 size-5 shrink-0 rounded-sm accent-amber"
                    />
                    <span className="grid gap-0.5 font-[560]">
                      <span id={`${category}-name`}>{t(($) => $.notifications.categories[category].name)}</span>
                      <span id={`${category}-about`} className="text-sm font-[400] text-ink-2">
                        {t(($) => $.notifications.categories[category].about)}
                      </span>
                    </span>
                  </label>
                </li>
              ))}
              <li className="flex items-start gap-3.5 bg-sunken/60 px-5 py-4 last:rounded-b-lg sm:px-6">
                <input
                  type="checkbox"
                  checked
                  readOnly
                  disabled
                  aria-label={t(($) => $.notifications.securityName)}
                  className="mt-0.5 size-5 shrink-0 accent-amber"
                />
                <span className="grid gap-0.5">
                  <span className="font-[560]">{t(($) => $.notifications.securityName)}</span>
                  <span className="text-sm text-ink-2">{t(($) => $.notifications.securityAbout)}</span>
                </span>
              </li>
            </ul>
          </fieldset>
        </Card>
        <Card className="sm:p-6">
          <SelectField
            className="max-w-[20rem]"
            label={t(($) => $.notifications.day)}
            hint={t(($) => $.notifications.dayHint)}
            name="weeklyReportDay"
            defaultValue={String(shown.weeklyReportDay)}
          >
            {weekdays.map((day) => (
              <option key={day} value={day}>
                {weekday.format(new Date(Date.UTC(2024, 0, day)))}
              </option>
            ))}
          </SelectField>
        </Card>
        <Button type="submit" variant="primary" className="w-fit" aria-disabled={isSending}>
          {isSending ? t(($) => $.account.saving) : t(($) => $.account.save)}
        </Button>
      </Form>
    </AccountPage>
  )
}
