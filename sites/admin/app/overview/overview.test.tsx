import type { Overview } from '@bollard/contracts'
import { faultsOfPage, layer, type PageState } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { busyOverview, emptyOverview } from '../examples/example-overview.ts'
import { operatorPage } from '../examples/operator-page.ts'
import * as overview from './overview.tsx'

const show = (loaderData: Overview, has: NonNullable<PageState['has']>) =>
  faultsOfPage(
    operatorPage({
      at: '/overview',
      page: layer('overview/overview', overview, { path: ':language/overview', loaderData }),
      heading: (t) => t(($) => $.overview.title),
      has,
    }),
  )

test('every figure leads to where it is dealt with, and one that was not counted to its end says so', async () => {
  const faults = await show(busyOverview, (shown) => {
    const figures = [...shown.querySelectorAll('main [data-slot=tile]')]
    expect(figures.every((figure) => figure.querySelector('dt a[href]') !== null)).toBe(true)
    expect(figures[0]?.querySelector('dd')?.textContent).toMatch(/^≥/u)
    for (const place of [
      'users?filter=SUSPENDED',
      'solutions?locked=true',
      'billing?status=OVERDUE',
      'overview/health',
    ])
      expect(shown.querySelector(`main dt a[href$="/${place}"]`)).not.toBeNull()
  })
  expect(faults).toEqual([])
})

test('a new installation shows zeros, and no rates where nobody has measured any', async () => {
  const faults = await show(emptyOverview, (shown, { t }) => {
    expect(shown.textContent).toContain(t(($) => $.overview.nobodyWatches))
    expect(shown.querySelector('main svg[role=img]')).toBeNull()
  })
  expect(faults).toEqual([])
})
