import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import * as notFound from './not-found.tsx'

test('the page for an address without one is clean', async () => {
  expect(
    await faultsOfPage({
      site: 'docs',
      at: '/nowhere',
      layers: [layer('shell/not-found', notFound, { path: '*', refused: { status: 404 } })],
      heading: (t) => t(($) => $.structure.notFound.title),
    }),
  ).toEqual([])
})
