import { apiOf, attempt, load, proveRedirect, requireId, scopeOf } from '@bollard/site-kit/server'
import { problemText, textOf, useIsSending } from '@bollard/site-kit'
import { Alert, Button, ButtonLink, Card } from '@bollard/ui'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { Page, PageTitle } from '../../frame/page.tsx'
import { makeSecretKey } from './make-secret-key.server.ts'
import { NewSecretKey, ReplaceKeyChoice, useReplaceKeyTexts } from './replace-key-words.tsx'
import { useSolution } from '../use-solution.ts'
import type { Route } from './+types/secret-key.ts'
import { WhoMay } from '../../frame/needs-role.tsx'

/** Answers with the new key itself: it must stand in no address and in no storage. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const form = await request.formData()
  const api = apiOf(context, request)
  const [apiKeyId, endsNow] = [textOf(form, 'apiKeyId'), textOf(form, 'overlap') === 'NOW']
  const answer = await attempt(makeSecretKey(api, { solutionId, apiKeyId: apiKeyId || null, endsNow }))
  if (answer.ok) return data({ made: answer.value }, { status: 201 })
  // Whoever signed in long ago proves once more who they are, and comes back to this page.
  if (answer.problem.code === 'step-up-required') throw proveRedirect(scopeOf(context, request), request)
  // Sign-in and strangers get the pages that fit; what is left can be said beside the button.
  if (answer.problem.status === 401 || answer.problem.status === 404)
    await load(context, request, api.getSite({ solutionId }))
  return data({ problem: answer.problem }, { status: answer.problem.status })
}

export default function SecretKey({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { site, solution, base, crumb } = useSolution()
  const isSending = useIsSending()
  const form = useId()
  const { question, submit, submitting, failed } = useReplaceKeyTexts(site.secretKey)
  const back = (
    <ButtonLink asChild>
      <Link to={`${base}/overview`}>{t(($) => $.secretKey.back)}</Link>
    </ButtonLink>
  )
  return (
    <Page title={t(($) => $.secretKey.title)} crumbs={[crumb]}>
      {actionData && 'made' in actionData ? (
        <>
          <PageTitle title={t(($) => $.secretKey.doneTitle)} />
          <Card className="grid max-w-[56rem] gap-4">
            <NewSecretKey made={actionData.made} />
            <div>{back}</div>
          </Card>
        </>
      ) : solution.myRole === 'ADMIN' ? (
        <>
          <PageTitle title={question} />
          <Card className="grid max-w-[56rem] gap-4">
            {actionData ? (
              <Alert kind="danger" title={failed}>
                {problemText(t, actionData.problem)}
              </Alert>
            ) : null}
            <ReplaceKeyChoice secretKey={site.secretKey} form={form} />
            <Form id={form} method="post" className="flex flex-wrap gap-3">
              <input type="hidden" name="apiKeyId" value={site.secretKey?.id ?? ''} />
              <Button type="submit" variant="danger" aria-disabled={isSending}>
                {isSending ? submitting : submit}
              </Button>
              {back}
            </Form>
          </Card>
        </>
      ) : (
        <>
          <PageTitle
            title={t(($) => $.secretKey.forbiddenTitle)}
            subtitle={<WhoMay>{t(($) => $.secretKey.forbidden, { role: t(($) => $.roles[solution.myRole]) })}</WhoMay>}
          />
          {back}
        </>
      )}
    </Page>
  )
}
