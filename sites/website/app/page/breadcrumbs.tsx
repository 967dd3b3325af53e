import { publicOrigin, useSite } from '@bollard/site-kit'
import { Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { JsonLd } from './json-ld.tsx'

export interface Crumb {
  readonly name: string
  /** Its address without language. */
  readonly path: string
}

/** The way to this page, for people and for search engines. `above` leads from the outside in; `name` is the page itself. */
export function Breadcrumbs({ above, name }: { above: readonly Crumb[]; name: string }) {
  const { t } = useTranslation()
  const site = useSite()
  const { pathname } = useLocation()
  const addressOf = (path: string) => `/${site.language}${path}`
  const all = [
    ...above.map((crumb) => ({ name: crumb.name, address: addressOf(crumb.path) })),
    { name, address: pathname },
  ]
  return (
    <nav aria-label={t(($) => $.integrations.breadcrumbs)} className="mb-5 text-sm text-ink-2">
      <ol className="flex flex-wrap items-center gap-x-1.5">
        {above.map((crumb) => (
          <li key={crumb.path} className="flex items-center gap-1.5">
            <a
              href={addressOf(crumb.path)}
              className="inline-flex items-center rounded-sm hover:text-ink touch:min-h-11"
            >
              <bdi>{crumb.name}</bdi>
            </a>
            <Icon name="chevron-right" className="size-3 text-ink-3" />
          </li>
        ))}
        <li aria-current="page">{name}</li>
      </ol>
      <JsonLd
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: all.map((crumb, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: crumb.name,
            item: `${publicOrigin(site)}${crumb.address}`,
          })),
        }}
      />
    </nav>
  )
}
