import { PageHead, useSite } from '@bollard/site-kit'
import { apiOf, findUser, load } from '@bollard/site-kit/server'
import { Button, ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, redirect } from 'react-router'
import { FormCard } from '../forms/form-card.tsx'
import type { Route } from './+types/sign-out.ts'

export const loader = async ({ request, context }: Route.LoaderArgs) => ({
  isSignedIn: (await findUser(context, request)) !== null,
})

export async function action({ request, context, params }: Route.ActionArgs) {
  await load(context, request, apiOf(context, request).deleteCurrentSession())
  return redirect(`/${params.language}/sign-out`)
}

export default function SignOut({ loaderData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { urls } = useSite()
  const head = <PageHead hidden title={t(($) => $.signOut.pageTitle)} />
  if (!loaderData.isSignedIn) {
    return (
      <FormCard title={t(($) => $.signOut.doneTitle)} subtitle={t(($) => $.signOut.doneSubtitle)}>
        {head}
        <ButtonLink variant="primary" wide href={`/${params.language}/sign-in`}>
          {t(($) => $.signOut.toSignIn)}
        </ButtonLink>
      </FormCard>
    )
  }
  return (
    <FormCard title={t(($) => $.signOut.title)} subtitle={t(($) => $.signOut.subtitle)}>
      {head}
      <Form method="post" className="grid gap-3">
        <Button type="submit" variant="primary" wide>
          {t(($) => $.signOut.submit)}
        </Button>
        <ButtonLink wide href={`${urls.dashboard}/${params.language}/dashboard`}>
          {t(($) => $.signOut.stay)}
        </ButtonLink>
      </Form>
    </FormCard>
  )
}
