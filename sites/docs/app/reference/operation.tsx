import { useSite } from '@bollard/site-kit'
import { createVisitorLimit, notFound, scopeOf } from '@bollard/site-kit/server'
import { CodeBlock, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { DocsPage } from '../shell/docs-page.tsx'
import type { Route } from './+types/operation.ts'
import { CodeSamples } from './code-samples.tsx'
import { Fields, ShapeFields } from './fields.tsx'
import { FrameHeading } from './frame-heading.tsx'
import { operationPage, type OperationPage } from './operation-page.server.ts'
import { Parts } from './parts.tsx'
import { apiReference } from '../pages/reference.server.ts'
import { makeTestCall, testKindOf } from './test-call.server.ts'
import { TryIt } from './try-it.tsx'

export const handle = { hydrate: false, sameForAll: true }

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { language, site } = scopeOf(context, request)
  const operation = apiReference().operations.get(params.operationId)
  return operation === undefined ? notFound({ request, context }) : operationPage(operation, language, site.urls.api)
}

const isSlowEnough = createVisitorLimit({ limit: 30, seconds: 60 })

/** Makes the call with the test key that the form names: nothing else can be called from here. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const scope = scopeOf(context, request)
  const operation = apiReference().operations.get(params.operationId)
  const kind = testKindOf((await request.formData()).get('kind'))
  if (operation === undefined || kind === null) return notFound({ request, context })
  if (!isSlowEnough(scope)) return { kind, request: '', sent: '', fault: 'too-often' } as const
  return (await makeTestCall(operation, kind, scope)) ?? notFound({ request, context })
}

export default function OperationRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { title, description, lead, method, path, contents, samples, runs, answer, canTry } = loaderData
  const texts = { copy: t(($) => $.elements.copy), copied: t(($) => $.elements.copied) }
  return (
    <DocsPage title={title} description={description} lead={lead} language="en" contents={contents}>
      <p className="flex flex-wrap items-center gap-2.5 rounded-md border border-line bg-surface px-4 py-3">
        <Pill meaning={method === 'GET' ? 'info' : method === 'DELETE' ? 'bot' : 'human'}>{method}</Pill>
        <code className="min-w-0 break-all">{path}</code>
      </p>
      <FrameHeading id="code">{t(($) => $.reference.headings.code)}</FrameHeading>
      {runs ? (
        <p lang={language} className="mb-3 max-w-[44rem] text-sm text-ink-2">
          {t(($) => $.reference.runs)}
        </p>
      ) : null}
      <CodeSamples samples={samples} label={t(($) => $.reference.languages)} />
      {answer === null ? null : (
        <details className="mt-3">
          <summary lang={language} className="cursor-pointer py-1.5 text-sm font-[560] touch:min-h-11">
            {t(($) => $.reference.answered, { status: answer.status })}
          </summary>
          <CodeBlock
            code={answer.code}
            html={answer.html}
            title={String(answer.status)}
            texts={texts}
            className="mt-2"
          />
        </details>
      )}
      {canTry ? (
        <>
          <FrameHeading id="try">{t(($) => $.reference.headings.try)}</FrameHeading>
          <TryIt result={actionData ?? null} />
        </>
      ) : null}
      <WhoMayCall page={loaderData} />
      {loaderData.parameters.length > 0 ? (
        <>
          <FrameHeading id="parameters">{t(($) => $.reference.headings.parameters)}</FrameHeading>
          <Fields fields={loaderData.parameters} />
        </>
      ) : null}
      {loaderData.body === null ? null : (
        <>
          <FrameHeading id="body">{t(($) => $.reference.headings.body)}</FrameHeading>
          <MediaTypes mediaTypes={loaderData.body.mediaTypes} />
          <ShapeFields shape={loaderData.body.shape} />
        </>
      )}
      <Answers page={loaderData} />
      <Problems page={loaderData} />
    </DocsPage>
  )
}

function WhoMayCall({ page }: { page: OperationPage }) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <>
      <FrameHeading id="who">{t(($) => $.reference.headings.who)}</FrameHeading>
      <ul className="prose list-disc ps-5">
        {page.who.map((parts, index) => (
          <li key={index}>
            <Parts parts={parts} />
          </li>
        ))}
      </ul>
      {page.limits.length > 0 ? (
        <>
          <h3 lang={language} className="mt-5 mb-1.5 font-sans text-base font-[600]">
            {t(($) => $.reference.limits)}
          </h3>
          <ul className="prose list-disc ps-5">
            {page.limits.map((limit) => (
              <li key={limit}>{limit}</li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  )
}

function Answers({ page }: { page: OperationPage }) {
  const { t } = useTranslation()
  return (
    <>
      <FrameHeading id="answers">{t(($) => $.reference.headings.answers)}</FrameHeading>
      <div className="grid gap-6">
        {page.answers.map(({ status, description, mediaTypes, shape }) => (
          <div key={status}>
            <h3 className="font-sans text-base font-[600]">{status}</h3>
            <p className="mb-2 max-w-[44rem] whitespace-pre-line">{description.replaceAll('`', '')}</p>
            <MediaTypes mediaTypes={mediaTypes} />
            {shape === undefined ? null : <ShapeFields shape={shape} isAnswer />}
          </div>
        ))}
      </div>
    </>
  )
}

function Problems({ page }: { page: OperationPage }) {
  const { t } = useTranslation()
  const { language } = useSite()
  if (page.problems.length === 0) return null
  return (
    <>
      <FrameHeading id="problems">{t(($) => $.reference.headings.problems)}</FrameHeading>
      <dl lang={language} className="grid divide-y divide-line border-y border-line">
        {page.problems.map(({ status, codes }) => (
          <div key={status} className="grid gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[4rem_1fr]">
            <dt className="tabular font-[600]">{status}</dt>
            <dd>
              <ul className="grid gap-1">
                {codes.map(({ code, title }) => (
                  <li key={code} className="flex flex-wrap items-baseline gap-x-2.5">
                    <a
                      href={`/${language}/errors/${code}`}
                      className="text-link inline-flex items-center touch:min-h-11"
                    >
                      <code lang="en">{code}</code>
                    </a>
                    <span className="text-sm text-ink-2">{title}</span>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function MediaTypes({ mediaTypes }: { mediaTypes: readonly string[] }) {
  return mediaTypes.length === 0 ? null : <p className="mb-2 text-sm text-ink-2">{mediaTypes.join(', ')}</p>
}
