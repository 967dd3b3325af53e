import { codePlaces, explainCode } from '@bollard/api-reference'
import { highlight } from '@bollard/content/highlight'
import { useSite } from '@bollard/site-kit'
import { notFound, scopeOf } from '@bollard/site-kit/server'
import { CodeBlock } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { shortened } from '../pages/api-pages.server.ts'
import { Parts } from '../reference/parts.tsx'
import { addressOfCode, apiReference, partsOf } from '../pages/reference.server.ts'
import { DocsPage } from '../shell/docs-page.tsx'
import type { Route } from './+types/error-code.ts'
import { codeOf } from '../pages/error-pages.server.ts'

export const handle = { hydrate: false, sameForAll: true }

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { language, site } = scopeOf(context, request)
  const code = codeOf(params.code)
  if (code === null) return notFound({ request, context })
  const { title, meaning, causes, steps } = explainCode(code, language)
  const { problem, siteverify, widget } = codePlaces(code, apiReference())
  const addressOf = (name: string) =>
    name === code ? null : codeOf(name) === null ? addressOfCode(name) : `/errors/${name}`
  const parts = (texts: readonly string[]) => texts.map((text) => partsOf(text, addressOf))
  const body =
    problem === null ? null : JSON.stringify({ ...problem.example, type: `${site.urls.docs}/errors/${code}` }, null, 2)
  return {
    code,
    title,
    description: shortened(meaning),
    meaning: meaning.replaceAll('`', ''),
    causes: parts(causes),
    steps: parts(steps),
    siteverify,
    widget,
    status: problem?.example.status ?? null,
    example: body === null ? null : { code: body, html: await highlight(body, 'json') },
    operations: (problem?.operations ?? []).map(({ id, title: name }) => ({ id, name })),
  }
}

/** What a code means and what to do about it. */
export default function ErrorCode({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { code, title, description, meaning, causes, steps, siteverify, widget, status, example, operations } =
    loaderData
  const contents = [
    { level: 2, anchor: 'causes', text: t(($) => $.errors.headings.causes) } as const,
    { level: 2, anchor: 'steps', text: t(($) => $.errors.headings.steps) } as const,
    ...(example === null ? [] : [{ level: 2, anchor: 'example', text: t(($) => $.errors.headings.example) } as const]),
    ...(operations.length === 0
      ? []
      : [{ level: 2, anchor: 'operations', text: t(($) => $.errors.headings.operations) } as const]),
  ]
  return (
    <DocsPage
      title={t(($) => $.errors.pair, { first: title, second: code })}
      description={description}
      lead={meaning}
      contents={contents}
    >
      <ul className="grid gap-1.5 rounded-md border border-line bg-surface px-4 py-3 text-sm">
        {status === null ? null : (
          <li>
            {t(($) => $.errors.status)}: <strong className="tabular font-[600]">{status}</strong>
          </li>
        )}
        {siteverify ? <li>{t(($) => $.errors.places.siteverify)}</li> : null}
        {widget ? <li>{t(($) => $.errors.places.widget)}</li> : null}
      </ul>
      <div className="prose">
        <Heading id="causes">{t(($) => $.errors.headings.causes)}</Heading>
        <ul>
          {causes.map((parts, index) => (
            <li key={index}>
              <Parts parts={parts} />
            </li>
          ))}
        </ul>
        <Heading id="steps">{t(($) => $.errors.headings.steps)}</Heading>
        <ul>
          {steps.map((parts, index) => (
            <li key={index}>
              <Parts parts={parts} />
            </li>
          ))}
        </ul>
      </div>
      {example === null ? null : (
        <>
          <Heading id="example">{t(($) => $.errors.headings.example)}</Heading>
          <CodeBlock
            code={example.code}
            html={example.html}
            title="application/problem+json"
            texts={{ copy: t(($) => $.elements.copy), copied: t(($) => $.elements.copied) }}
          />
        </>
      )}
      {operations.length === 0 ? null : (
        <>
          <Heading id="operations">{t(($) => $.errors.headings.operations)}</Heading>
          <ul lang="en" className="columns-1 gap-x-8 sm:columns-2">
            {operations.map(({ id, name }) => (
              <li key={id} className="break-inside-avoid">
                <a href={`/${language}/api/${id}`} className="text-link inline-flex items-center py-0.5 touch:min-h-11">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </DocsPage>
  )
}

function Heading({ id, children }: { id: string; children: string }) {
  return (
    <h2 id={id} className="mt-9 mb-3 text-xl">
      {children}
    </h2>
  )
}
