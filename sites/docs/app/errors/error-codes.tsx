import { explainCode } from '@bollard/api-reference'
import { useSite } from '@bollard/site-kit'
import { scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { groupAnchor } from '../pages/group-anchor.ts'
import { DocsPage } from '../shell/docs-page.tsx'
import type { Route } from './+types/error-codes.ts'
import { errorGroups } from '../pages/error-pages.server.ts'

export const handle = { hydrate: false, sameForAll: true }

export function loader({ request, context }: Route.LoaderArgs) {
  const { language } = scopeOf(context, request)
  return {
    groups: errorGroups(language).map(({ title, codes }) => ({
      title,
      codes: codes.map((code) => ({ code, title: explainCode(code, language).title })),
    })),
  }
}

/** All codes by where they are met. */
export default function ErrorCodes({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const contents = loaderData.groups.map(({ title }) => ({
    level: 2 as const,
    anchor: groupAnchor(title),
    text: title,
  }))
  return (
    <DocsPage title={t(($) => $.errors.all.title)} description={t(($) => $.errors.all.description)} contents={contents}>
      {loaderData.groups.map(({ title, codes }) => (
        <section key={title} aria-labelledby={groupAnchor(title)} className="mt-8 first:mt-0">
          <h2 id={groupAnchor(title)} className="text-xl">
            {title}
          </h2>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {codes.map((one) => (
              <li key={one.code} className="grid gap-x-4 py-2 sm:grid-cols-[16rem_1fr]">
                <a
                  href={`/${language}/errors/${one.code}`}
                  className="text-link inline-flex items-center touch:min-h-11"
                >
                  <code>{one.code}</code>
                </a>
                <span className="text-ink-2">{one.title}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </DocsPage>
  )
}
