import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { websitePage } from '../examples/website-page.ts'
import * as highlights from './highlights.tsx'

test('the stories are clean', async () => {
  const state = websitePage({
    at: '/highlights',
    page: layer('highlights/highlights', highlights, { path: ':language/highlights' }),
    heading: (t) => t(($) => $.highlights.title),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
