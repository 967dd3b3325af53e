import type { Statistics } from '@bollard/contracts'
import { formatsFor, useSite } from '@bollard/site-kit'
import { Button, ButtonLink, Icon, SegmentedControl, SegmentedItem, TextField } from '@bollard/ui'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Form, Link, useSearchParams } from 'react-router'
import type { RangeFault } from './load-statistics.server.ts'
import { atDays, atPeriod, changed, shiftDays } from './statistics-search.ts'

// Not taken from the contracts: those would bring their whole validation into the browser.
const periods = ['24h', '7d', '30d', '91d'] as const satisfies readonly Statistics['range']['name'][]

interface PeriodBarProps {
  statistics: Statistics
  environments: readonly { id: string; name: string }[]
  today: string
  fault: RangeFault | null
}

/** Which days, of which environment, and whether they are compared with those before. All of it stands in the address. */
export function PeriodBar({ statistics, environments, today, fault }: PeriodBarProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const { range } = statistics
  const environmentId = search.get('environmentId')
  const isCompared = search.get('compare') !== 'off'
  return (
    <div className="mb-4 grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <SegmentedControl label={t(($) => $.periods.label)} className="max-w-full overflow-x-auto">
          {periods.map((period) => (
            <SegmentedItem key={period} asChild current={period === range.name}>
              <Link to={atPeriod(search, period)} preventScrollReset>
                {t(($) => $.statistics.periods[period])}
              </Link>
            </SegmentedItem>
          ))}
        </SegmentedControl>
        <Steps range={range} today={today} />
        {environments.length > 1 ? (
          <SegmentedControl label={t(($) => $.statistics.names.environmentId)} className="max-w-full overflow-x-auto">
            <SegmentedItem asChild current={environmentId === null}>
              <Link to={changed(search, { environmentId: null })} preventScrollReset>
                {t(($) => $.statistics.allEnvironments)}
              </Link>
            </SegmentedItem>
            {environments.map(({ id, name }) => (
              <SegmentedItem key={id} asChild current={id === environmentId}>
                <Link to={changed(search, { environmentId: id })} preventScrollReset>
                  {name}
                </Link>
              </SegmentedItem>
            ))}
          </SegmentedControl>
        ) : null}
        <ButtonLink asChild size="dense">
          <Link to={changed(search, { compare: isCompared ? 'off' : null })} preventScrollReset>
            {isCompared ? t(($) => $.statistics.compareOff) : t(($) => $.statistics.compareOn)}
          </Link>
        </ButtonLink>
      </div>
      <OwnDays range={range} today={today} fault={fault} />
    </div>
  )
}

/** To the days before and after. The last 24 hours lead to yesterday. */
function Steps({ range, today }: { range: Statistics['range']; today: string }) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const days = range.days ?? { first: today, last: today }
  const [before, after] = [shiftDays(days, -1, today), range.days === null ? null : shiftDays(days, 1, today)]
  return (
    <span className="flex items-center gap-1">
      {before ? (
        <ButtonLink asChild size="dense" variant="line" className="!px-2">
          <Link
            to={atDays(search, before)}
            preventScrollReset
            aria-label={t(($) => $.statistics.earlier)}
            title={t(($) => $.statistics.earlier)}
          >
            <Icon name="chevron-left" />
          </Link>
        </ButtonLink>
      ) : null}
      {after ? (
        <ButtonLink asChild size="dense" variant="line" className="!px-2">
          <Link
            to={atDays(search, after)}
            preventScrollReset
            aria-label={t(($) => $.statistics.later)}
            title={t(($) => $.statistics.later)}
          >
            <Icon name="chevron-right" />
          </Link>
        </ButtonLink>
      ) : null}
    </span>
  )
}

/** Which days are shown, in whose time zone, and any others to type. A plain GET, so it works without scripts. */
function OwnDays({ range, today, fault }: Pick<PeriodBarProps, 'today' | 'fault'> & { range: Statistics['range'] }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const [search] = useSearchParams()
  const dates = formatsFor(language, 'UTC')
  const zone = range.timeZone.replaceAll('_', ' ')
  const typed = fault === null ? null : { first: search.get('from') ?? '', last: search.get('to') ?? '' }
  const days = typed ?? range.days ?? { first: today, last: today }
  const kept = [...search].filter(([name]) => !['from', 'to', 'period'].includes(name))
  const atFrom = fault === 'from-and-to' && days.first === ''
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (fault !== null) fold.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [fault])
  const words = fault === null ? undefined : t(($) => $.statistics.faults[fault])
  return (
    <details
      ref={fold}
      key={`${days.first} ${days.last} ${fault}`}
      open={fault !== null}
      className="group text-sm text-ink-2"
    >
      <summary className="w-fit rounded-sm touch:py-3">
        <span className="tabular font-[520] text-ink">
          {range.days === null
            ? t(($) => $.statistics.lastDay)
            : range.days.first === range.days.last
              ? dates.day(range.days.first)
              : `${dates.day(range.days.first)} – ${dates.day(range.days.last)}`}
        </span>{' '}
        · {t(($) => $.statistics.zone, { zone })} · <span className="text-link">{t(($) => $.statistics.own)}</span>
      </summary>
      <Form method="get" preventScrollReset className="mt-3 flex flex-wrap items-start gap-3">
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextField
          label={t(($) => $.statistics.from)}
          type="date"
          name="from"
          max={today}
          defaultValue={days.first}
          error={atFrom ? words : undefined}
        />
        <TextField
          label={t(($) => $.statistics.to)}
          hint={t(($) => $.statistics.toHint)}
          type="date"
          name="to"
          defaultValue={days.last}
          error={atFrom ? undefined : words}
        />
        <Button type="submit" className="mt-[1.625rem]">
          {t(($) => $.statistics.show)}
        </Button>
      </Form>
    </details>
  )
}
