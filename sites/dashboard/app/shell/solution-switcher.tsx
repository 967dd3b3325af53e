import { useSite } from '@bollard/site-kit'
import { classNames, Disclosure, Icon, panelRow, Posts, TextInput } from '@bollard/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { searchSolutions, solutionLabel } from '../frame/solution-label.ts'
import type { ListedSolution } from '../frame/use-signed-in.ts'

/** From this many solutions on one may search among them. */
const searchFrom = 8
const block = 'flex min-h-12 items-center gap-2.5 rounded-md border border-line px-2.5 py-2 hover:border-line-strong'

/** The solution one is looking at, and the way to the others; choosing one goes to its overview. */
export function SolutionSwitcher({
  solutions,
  current,
}: {
  solutions: readonly ListedSolution[]
  current: ListedSolution | null
}) {
  const { t } = useTranslation()
  const { language } = useSite()
  const [query, setQuery] = useState('')
  const only = solutions.length === 1 ? solutions[0] : undefined
  if (only) {
    return (
      <Link className={block} to={`/${language}/solutions/${only.id}/overview`}>
        <Face solution={only} />
      </Link>
    )
  }
  const shown = searchSolutions(solutions, query)
  return (
    <Disclosure
      label={current ? t(($) => $.switcher.current, { label: solutionLabel(current) }) : t(($) => $.switcher.label)}
      buttonClass={block}
      panelClass="top-full start-0 mt-1.5 max-h-[min(26rem,70dvh)] w-full"
      button={
        <>
          <Face solution={current} />
          <Icon name="chevrons-up-down" className="size-3.5 shrink-0 text-ink-3" />
        </>
      }
    >
      {solutions.length >= searchFrom ? (
        <div data-needs-js className="p-1">
          <TextInput
            dense
            type="search"
            aria-label={t(($) => $.switcher.search)}
            placeholder={t(($) => $.switcher.search)}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
      ) : null}
      <ul className="grid gap-0.5">
        {shown.map((solution) => (
          <li key={solution.id}>
            <Link
              className={classNames(panelRow, solution.id === current?.id && 'bg-sunken font-[560]')}
              aria-current={solution.id === current?.id ? 'true' : undefined}
              to={`/${language}/solutions/${solution.id}/overview`}
            >
              <span className="min-w-0 truncate">{solutionLabel(solution)}</span>
              {solution.id === current?.id ? <Icon name="check" className="ms-auto size-3.5 shrink-0" /> : null}
            </Link>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p className="px-2.5 py-2 text-sm text-ink-3">{t(($) => $.switcher.none)}</p> : null}
      <Link
        className={classNames(panelRow, 'mt-1 rounded-none border-t border-line text-ink-2')}
        to={`/${language}/captchas`}
      >
        {t(($) => $.switcher.all)}
      </Link>
    </Disclosure>
  )
}

function Face({ solution }: { solution: ListedSolution | null }) {
  const { t } = useTranslation()
  const organization = solution?.managementOrganization?.name
  return (
    <>
      <Posts className="size-[22px]" />
      <span className="me-auto min-w-0">
        <b className="block truncate text-sm leading-tight font-[560]">{solution?.label ?? t(($) => $.siteName)}</b>
        <small className="block truncate text-xs text-ink-3">
          {solution
            ? [organization, t(($) => $.types[solution.item.type])].filter(Boolean).join(' · ')
            : t(($) => $.switcher.label)}
        </small>
      </span>
    </>
  )
}
