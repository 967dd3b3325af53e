import { apiOf, attempt } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import type { Country } from './country-picker.tsx'

/** All countries by their names, with the share of the visitors of the last 30 days. Empty where they cannot be read. */
export async function loadCountries(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { solutionId, language }: { solutionId: string; language: string | undefined },
): Promise<Country[]> {
  const api = apiOf(context, request)
  const [all, eu, statistics] = await Promise.all([
    attempt(api.listCountries({ language, set: 'ALL' })),
    attempt(api.listCountries({ language, set: 'EU' })),
    // Only help to choose.
    attempt(api.getStatistics({ solutionId, period: '30d' })),
  ])
  if (!all.ok) return []
  const inEu = new Set(eu.ok ? eu.value.items.map(({ code }) => code) : [])
  const counts = new Map<string | null, number>(
    statistics.ok ? statistics.value.breakdowns.country.top.map(({ value, count }) => [value, count] as const) : [],
  )
  const total = statistics.ok ? totalOf(statistics.value.totals) : 0
  return all.value.items.map(({ code, name }) => ({
    code,
    name,
    share: total === 0 ? null : (counts.get(code) ?? 0) / total,
    isInEu: inEu.has(code),
  }))
}

const totalOf = ({ passed, flagged, refused }: { passed: number; flagged: number; refused: number }) =>
  passed + flagged + refused
