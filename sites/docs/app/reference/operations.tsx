import { scopeOf } from '@bollard/site-kit/server'
import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { groupAnchor } from '../pages/group-anchor.ts'
import { DocsPage } from '../shell/docs-page.tsx'
import type { Route } from './+types/operations.ts'
import { apiReference } from '../pages/reference.server.ts'

export const handle = { hydrate: false, sameForAll: true }

export function loader({ request, context }: Route.LoaderArgs) {
  const { groups } = apiReference()
  return {
    api: scopeOf(context, request).site.urls.api,
    groups: groups.map(({ service, about, areas }) => ({
      service,
      about,
      areas: areas.map(({ title, operations }) => ({
        title,
        operations: operations.map(({ id, title: name, method, path }) => ({ id, name, method, path })),
      })),
    })),
  }
}

/** All operations by what they are about. */
export default function Operations({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const contents = loaderData.groups.map(({ service }) => ({
    level: 2 as const,
    anchor: `service-${groupAnchor(service)}`,
    text: service,
  }))
  return (
    <DocsPage
      title={t(($) => $.reference.all.title)}
      description={t(($) => $.reference.all.description)}
      contents={contents}
    >
      <div className="prose">
        <p>
          {t(($) => $.reference.all.base)} <code>{loaderData.api}</code>
        </p>
        <p>
          <a href={`${urls.api}/openapi.json`}>{t(($) => $.reference.all.file)}</a>
        </p>
      </div>
      {loaderData.groups.map(({ service, about, areas }) => (
        <section key={service} lang="en" aria-labelledby={`service-${groupAnchor(service)}`} className="mt-10">
          <h2 id={`service-${groupAnchor(service)}`} className="text-2xl">
            {service}
          </h2>
          <p className="mt-1 text-ink-2">{about}</p>
          {areas.map(({ title, operations }) => (
            <div key={title} className="mt-6">
              <h3 id={groupAnchor(title)} className="font-sans text-base font-[600]">
                {title}
              </h3>
              <ul className="mt-2 divide-y divide-line border-y border-line">
                {operations.map(({ id, name, method, path }) => (
                  <li key={id} className="grid gap-x-4 py-2 sm:grid-cols-[18rem_1fr]">
                    <a href={`/${language}/api/${id}`} className="font-[520] hover:underline touch:min-h-11">
                      {name}
                    </a>
                    <code className="text-[.8rem] break-all text-ink-2">
                      {method} {path}
                    </code>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </DocsPage>
  )
}
