import { languageNames, languages, type Language } from '@bollard/i18n'
import { ProblemAlert, timezoneGroups, useFieldErrors, useIsSending, textOf } from '@bollard/site-kit'
import { apiOf, attempt, load } from '@bollard/site-kit/server'
import { Alert, Button, Card, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, redirectDocument, useSearchParams } from 'react-router'
import { AccountPage } from '../account/account-page.tsx'
import { ThemeChoice } from '../account/theme-choice.tsx'
import { useSavedTheme } from '../account/use-saved-theme.ts'
import type { Route } from './+types/account-profile.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context, request)
  const [profile, { items }] = await Promise.all([
    load(context, request, api.getProfile()),
    load(context, request, api.listTimezones()),
  ])
  return { profile, zones: timezoneGroups(items, profile.timezone) }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await request.formData()
  const sent = {
    givenName: textOf(form, 'givenName').trim(),
    language: asSent<Language>(textOf(form, 'language')),
    timezone: textOf(form, 'timezone'),
    theme: asSent<'light' | 'dark' | 'system'>(textOf(form, 'theme')),
  }
  const answer = await attempt(
    apiOf(context, request).updateProfile({ profileDto: { ...sent, version: Number(textOf(form, 'version')) } }),
  )
  if (!answer.ok) return data({ sent, saved: null, problem: answer.problem }, { status: answer.problem.status })
  // Another language is another document.
  if (answer.value.language !== params.language)
    return redirectDocument(`/${answer.value.language}/account/profile?saved=1`)
  return data({ sent, saved: answer.value, problem: null })
}

/** The service names a value that it does not know, together with every other fault. */
function asSent<T extends string>(value: string): T {
  return value as T
}

export default function AccountProfile({ loaderData: { profile, zones }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const [search] = useSearchParams()
  const problem = actionData?.problem
  const { errorOf, formProps } = useFieldErrors(problem)
  const shown = problem ? { ...profile, ...actionData.sent } : profile
  const isSaved = actionData ? actionData.saved !== null : search.has('saved')
  useSavedTheme(isSaved ? profile.theme : null)
  const labels = { givenName: t(($) => $.profile.givenName), timezone: t(($) => $.profile.timezone) }
  return (
    <AccountPage title={t(($) => $.account.sections.profile)} subtitle={t(($) => $.profile.subtitle)}>
      {isSaved ? <Alert kind="success">{t(($) => $.profile.saved)}</Alert> : null}
      <Card className="sm:p-6">
        <Form method="post" className="grid max-w-[27rem] gap-5" {...formProps}>
          <ProblemAlert problem={problem} labels={labels} errorOf={errorOf} />
          <input type="hidden" name="version" value={profile.version} />
          <TextField
            id="givenName"
            label={labels.givenName}
            error={errorOf('givenName')}
            name="givenName"
            autoComplete="given-name"
            required
            maxLength={60}
            defaultValue={shown.givenName}
          />
          <SelectField
            label={t(($) => $.profile.language)}
            hint={t(($) => $.profile.languageHint)}
            error={errorOf('language')}
            name="language"
            defaultValue={shown.language}
          >
            {languages.map((language) => (
              <option key={language} value={language} lang={language}>
                {languageNames[language]}
              </option>
            ))}
          </SelectField>
          <SelectField
            id="timezone"
            label={labels.timezone}
            hint={t(($) => $.profile.timezoneHint)}
            error={errorOf('timezone')}
            name="timezone"
            defaultValue={shown.timezone}
          >
            {zones.map(({ region, zones: ofRegion }) => (
              <optgroup key={region} label={region}>
                {ofRegion.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </optgroup>
            ))}
          </SelectField>
          <ThemeChoice chosen={shown.theme} />
          <Button type="submit" variant="primary" className="w-fit" aria-disabled={isSending}>
            {isSending ? t(($) => $.account.saving) : t(($) => $.account.save)}
          </Button>
        </Form>
      </Card>
    </AccountPage>
  )
}
