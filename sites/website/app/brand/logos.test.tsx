import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { websitePage } from '../examples/website-page.ts'
import * as logos from './logos.tsx'

test('the page about the logo is clean, and each of its files has an address', async () => {
  const state = websitePage({
    at: '/logos',
    page: layer('brand/logos', logos, { path: ':language/logos' }),
    heading: (t) => t(($) => $.brand.title),
    has: (page) => {
      const files = [...page.querySelectorAll<HTMLAnchorElement>('a[download]')]
      expect(files.map((file) => file.getAttribute('href'))).not.toContain('')
      expect(files).toHaveLength(12)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})
