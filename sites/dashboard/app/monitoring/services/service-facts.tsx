import type { MonitoredService } from '@bollard/contracts'
import { Moment, useFormats } from '@bollard/site-kit'
import { Tile, Tiles } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isProbedKind } from './typed-service.ts'

/** Side by side in large windows, by how many there are. */
const columns: Readonly<Record<number, string>> = {
  1: 'lg:!grid-cols-1',
  2: 'lg:!grid-cols-2',
  3: 'lg:!grid-cols-3',
  5: 'lg:!grid-cols-5',
}

/** What holds for a service now, in figures. */
export function ServiceFacts({ service }: { service: MonitoredService }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { check, stateSince, lastTotalMs, lastCheckedAt, certificateExpiresAt, domainExpiresAt } = service
  const words = t(($) => $.monitoring.service.tiles, { returnObjects: true })
  const tiles: [string, ReactNode, ReactNode][] = [
    [words.since, <Moment key="since" at={stateSince} show="day" />, formats.clock(stateSince)],
    ...(lastTotalMs === null
      ? []
      : [
          [
            words.response,
            formats.duration(lastTotalMs),
            lastCheckedAt === null ? null : <Moment key="checked" at={lastCheckedAt} />,
          ] satisfies [string, ReactNode, ReactNode],
        ]),
    ...(isProbedKind(check.kind)
      ? [
          [words.interval, formats.lasting(service.effectiveIntervalSeconds * 1_000), null] satisfies [
            string,
            ReactNode,
            ReactNode,
          ],
        ]
      : []),
    ...(certificateExpiresAt === null ? [] : [endOf(words.certificate, certificateExpiresAt)]),
    ...(domainExpiresAt === null ? [] : [endOf(words.domain, domainExpiresAt)]),
  ]
  return (
    <>
      <Tiles className={`${columns[tiles.length] ?? ''} max-lg:[&>*:last-child:nth-child(odd)]:col-span-2`}>
        {tiles.map(([label, value, note]) => (
          <Tile key={label} label={label} value={value} note={note} />
        ))}
      </Tiles>
      {service.learning === null ? null : (
        <p className="text-sm text-ink-2">{t(($) => $.monitoringCaptcha.learning, service.learning)}</p>
      )}
      <p className="text-sm text-ink-2 [overflow-wrap:anywhere] empty:hidden">{targetOf(check.target)}</p>
    </>
  )
}

const endOf = (label: string, at: string): [string, ReactNode, ReactNode] => [
  label,
  <Moment key={label} at={at} show="day" />,
  null,
]

/** What is checked, in one line. */
function targetOf(target: MonitoredService['check']['target']): string {
  if ('url' in target) return target.url
  if ('host' in target) return 'port' in target ? `${target.host}:${target.port}` : target.host
  if ('name' in target) return target.name
  if ('cron' in target && target.cron !== null) return `${target.cron} (${target.timeZone})`
  return ''
}
