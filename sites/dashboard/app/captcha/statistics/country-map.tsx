import { useFormats } from '@bollard/site-kit'
import { Skeleton } from '@bollard/ui'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useShownSearch } from './below-the-chart.tsx'
import type { BreakdownLine } from './breakdown-table.tsx'
import { toggled } from './statistics-search.ts'

import worldUrl from './generated/world.json?url'

type World = typeof import('./generated/world.json')

/** Shades of the countries, from few to many verifications. */
const shades = [0.3, 0.45, 0.6, 0.8, 1] as const

/**
 * Countries by their verifications. The whole map is one stop of the Tab key; the arrow keys go from country to country, the most
 * frequent first. The table beside it has the same figures.
 */
export function CountryMap({ lines }: { lines: readonly BreakdownLine[] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const search = useShownSearch()
  const [world, setWorld] = useState<World | null>(null)
  const [stop, setStop] = useState(0)
  const [shown, setShown] = useState<string | null>(null)
  const map = useRef<SVGSVGElement>(null)
  useEffect(() => {
    const leaving = new AbortController()
    // Only this page needs it, and only where it can be drawn; as data it is read faster than as a script. Without it there is the table.
    fetch(worldUrl, { signal: leaving.signal })
      .then((answer) => answer.json() as Promise<World>)
      .then(setWorld)
      .catch(() => undefined)
    return () => leaving.abort()
  }, [])
  if (world === null)
    return (
      <div data-needs-js className="aspect-[2000/938]">
        <span className="sr-only">{t(($) => $.statistics.map.loading)}</span>
        <Skeleton className="size-full" />
      </div>
    )
  const paths: Readonly<Record<string, string>> = world.countries
  const dots: Readonly<Record<string, number[]>> = world.dots
  const placed = lines.filter(({ value }) => value !== null && (value in paths || value in dots))
  const highest = Math.max(1, ...placed.map(({ count }) => count))
  const tabStop = Math.min(stop, placed.length - 1)
  const chosen = search.get('country')
  const sentence = ({ words, count, refused }: BreakdownLine): string =>
    t(($) => $.statistics.map.country, { words, count, shown: formats.whole(count), refused: formats.whole(refused) })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const target = Math.max(0, Math.min(placed.length - 1, tabStop + step))
    setStop(target)
    map.current?.querySelectorAll<SVGElement>('[data-country]')[target]?.focus()
  }
  const pointed = placed.find(({ value }) => value === shown)
  return (
    <fieldset>
      <legend className="sr-only">{t(($) => $.statistics.map.label, { count: placed.length })}</legend>
      <svg
        ref={map}
        viewBox={`0 0 ${world.width} ${world.height}`}
        className="block w-full"
        onPointerLeave={() => setShown(null)}
      >
        <g aria-hidden="true" fill="var(--line)" stroke="var(--surface)" strokeWidth="2">
          {Object.entries(paths).map(([code, path]) => (
            <path key={code} d={path} />
          ))}
        </g>
        {placed.map((line, index) => {
          const code = line.value ?? ''
          const [x, y] = dots[code] ?? []
          const look = {
            fill: 'var(--series-human)',
            fillOpacity: shadeOf(line.count, highest),
            stroke: 'var(--surface)',
            strokeWidth: 2,
          }
          return (
            <Link
              key={code}
              to={toggled(search, { name: 'country', value: code })}
              preventScrollReset
              data-country={code}
              tabIndex={index === tabStop ? 0 : -1}
              aria-label={sentence(line)}
              aria-current={code === chosen ? 'true' : undefined}
              onKeyDown={onKeyDown}
              onPointerEnter={() => setShown(code)}
              onFocus={() => {
                setStop(index)
                setShown(code)
              }}
              onBlur={() => setShown(null)}
              className="outline-none"
            >
              {paths[code] === undefined ? (
                <circle cx={x} cy={y} r="9" {...look} />
              ) : (
                <path d={paths[code]} {...look} />
              )}
            </Link>
          )
        })}
        {[chosen, shown].map((code, index) =>
          code === null ? null : (
            // Above all others, whose edges would cover it.
            <g
              key={`${index} ${code}`}
              aria-hidden="true"
              pointerEvents="none"
              fill="none"
              stroke="var(--amber)"
              strokeWidth="7"
            >
              {paths[code] === undefined ? (
                <circle cx={dots[code]?.[0]} cy={dots[code]?.[1]} r="12" />
              ) : (
                <path d={paths[code]} strokeLinejoin="round" />
              )}
            </g>
          ),
        )}
      </svg>
      <div className="mt-3 flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-ink-2">
        <span aria-hidden="true" className="text-sm">
          {pointed ? sentence(pointed) : t(($) => $.statistics.map.hint)}
        </span>
        <span aria-hidden="true" className="flex items-center gap-1">
          {t(($) => $.statistics.map.few)}
          {shades.map((shade) => (
            <span key={shade} className="h-3.5 w-4 bg-series-human first-of-type:ms-1" style={{ opacity: shade }} />
          ))}
          <span className="ms-1">{t(($) => $.statistics.map.many)}</span>
        </span>
      </div>
    </fieldset>
  )
}

/** By the root, so that a few very large countries do not leave all others pale. */
function shadeOf(count: number, highest: number): number {
  return shades[Math.min(shades.length - 1, Math.floor(Math.sqrt(count / highest) * shades.length))] ?? 1
}
