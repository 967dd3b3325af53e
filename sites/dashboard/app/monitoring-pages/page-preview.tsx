import { Card } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { DayPosts } from '../monitoring/day-posts.tsx'
import { StatePill } from '../monitoring/state-pill.tsx'
import type { ShownService } from './load-pages.server.ts'
import { groupsOf, type TypedPage } from './typed-page.ts'

interface PagePreviewProps {
  typed: TypedPage
  services: readonly ShownService[]
}

/** What visitors would see of the components, with the states and days of their services as they are. */
export function PagePreview({ typed, services }: PagePreviewProps) {
  const { t } = useTranslation()
  const byId = new Map(services.map((service) => [service.id, service]))
  const groups = groupsOf(typed.components)
  return (
    <Card className="grid gap-4 sm:p-6">
      <h2 className="text-base">{t(($) => $.statusPages.preview)}</h2>
      <p className="text-lg font-[560] [overflow-wrap:anywhere]">{typed.name || t(($) => $.statusPages.untitled)}</p>
      {typed.announcement === '' ? null : (
        <p className="rounded-md bg-sunken px-3 py-2 text-sm whitespace-pre-line [overflow-wrap:anywhere]">
          {typed.announcement}
        </p>
      )}
      {groups.length === 0 ? <p className="text-sm text-ink-2">{t(($) => $.statusPages.noComponents)}</p> : null}
      {groups.map((group) => (
        <section key={group.name} className="grid gap-2">
          {group.name === null ? null : <h3 className="text-sm [overflow-wrap:anywhere]">{group.name}</h3>}
          <ul className="grid gap-2">
            {group.components.map(({ id, serviceId, ...shown }) => (
              <Component key={`${id} ${serviceId}`} shown={shown} service={byId.get(serviceId)} />
            ))}
          </ul>
        </section>
      ))}
    </Card>
  )
}

interface ComponentProps {
  shown: { readonly name: string; readonly description: string }
  service: ShownService | undefined
}

function Component({ shown: { name, description }, service }: ComponentProps) {
  return (
    <li className="grid min-w-0 gap-1.5 rounded-md border border-line px-3 py-2 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {name}
          {description === '' ? null : <span className="block text-ink-2">{description}</span>}
        </span>
        {service === undefined ? null : <StatePill state={service.state} />}
      </p>
      {service === undefined || service.downSecondsByDay.length === 0 ? null : (
        <DayPosts downSeconds={service.downSecondsByDay} uptimePercent={service.uptimePercent} className="h-5 w-full" />
      )}
    </li>
  )
}
