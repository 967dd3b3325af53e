import type { Problem } from '@bollard/contracts'
import { ProblemAlert, textOf } from '@bollard/site-kit'
import { attempt, notFound } from '@bollard/site-kit/server'
import { Button, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, redirect } from 'react-router'
import { publicApi, slugOf } from '../kept/status-pages.server.ts'
import { loadFace } from '../kept/load-status-page.server.ts'
import type { Route } from './+types/unlock.ts'
import { passCookie } from '../answer/pass-cookie.server.ts'

export async function loader(args: Route.LoaderArgs) {
  const { page, opened } = await loadFace(args)
  if (page.content !== null) throw redirect(opened + new URL(args.request.url).search)
  return { name: page.name }
}

export async function action(args: Route.ActionArgs) {
  const { here, opened, asker } = await loadFace(args)
  const slug = (await slugOf(asker)) ?? notFound(args)
  const password = textOf(await args.request.formData(), 'password').slice(0, 200)
  const answer = await attempt(publicApi(asker.scope).openStatusPage({ slug, statusPasswordDto: { password } }))
  if (!answer.ok) return data<{ problem: Problem }>({ problem: answer.problem }, { status: answer.problem.status })
  const { site } = asker.scope
  const cookie = passCookie({ address: asker.address, here, ...answer.value }, site.secure)
  const query = new URL(args.request.url).search
  return redirect(`${opened}${query}`, { status: 303, headers: { 'set-cookie': cookie } })
}

/** Asks for the password of a page. */
export default function Unlock({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <form method="post" className="grid max-w-[26rem] gap-5">
      <title>{loaderData.name}</title>
      <h1 className="text-xl">{t(($) => $.unlock.title)}</h1>
      <ProblemAlert problem={actionData?.problem} words={{ 'credentials-invalid': t(($) => $.unlock.wrong) }} />
      <TextField
        name="password"
        type="password"
        label={t(($) => $.unlock.password)}
        autoComplete="current-password"
        required
        maxLength={200}
      />
      <Button type="submit" variant="primary" className="justify-self-start">
        {t(($) => $.unlock.open)}
      </Button>
    </form>
  )
}
